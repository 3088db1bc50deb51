package lexicon

// A Tongue is what players of one language write around commands, and instead
// of them. Each field is a list in lower case, its entries parted by commas.
type Tongue struct {
	Name string
	Code string // of a language in which there are mails, else empty; see Dialects
	// Greet are the first words of a greeting; Hail are such beginnings in a
	// script that puts no blanks between words.
	Greet, Hail string
	Ask         string // what follows a greeting: "hope you are well"
	Lead        string // what announces a move, before it or in the line above
	Yes, No     string
	Polite      string // what may stand behind a command and changes nothing
	Close       string // what stands above the name at the end of a mail
	NoName      string // what people write before a comma and an empty line, besides names
	// Accept, Decline, Resign and Stop are whole sentences that mean a command,
	// though not surely enough to carry it out.
	Accept, Decline, Resign, Stop string
	// Chat are phrases that players say to each other beside a game, and to no program.
	Chat string
	// Agree and Differ are such sentences that mean yes and no.
	Agree, Differ string
	// Who are sentences that ask who writes, and what for.
	Who string
	// Takes are the beginnings of a line by which somebody takes back what stands above,
	// or puts something else in its place: "No, wait", "or D5", "I mean black".
	Takes string
}

// Tongues holds a row for each language. Words that mean yes in one language
// and something else in another ("tak", "da") are not among the words for yes.
var Tongues = []Tongue{
	{
		Name:   "English",
		Code:   "en",
		NoName: "never, wait, nope, why, joke, example, quote, hold, not, maybe, perhaps, sorry, hm, hmm",
		Close:  "regards, best regards, kind regards, warm regards, best, best wishes, all the best, sincerely, yours, yours sincerely, cheers, greetings, take care",
		Greet:  "hi, hiya, hello, hey, howdy, dear, good, greetings, morning, afternoon, evening",
		Ask: "hope you are well, hope you're well, hope all is well, i hope you are well, i hope all is well, hope this finds you well, " +
			"i hope this finds you well, hope you are doing well, hope you're doing well, how are you, how are you doing, how's it going",
		Lead:   "ok, my move is, my move, my next move, my next move is, next move, the move, i play, i move, i go",
		Yes:    "yes",
		No:     "no",
		Polite: "please, pls, sorry, thanks, thank you, many thanks, thanks a lot, thank you very much, thx, good luck, have fun, cheers, regards, best regards, kind regards",
		Accept: "ok, okay, i accept, accepted, i accept the challenge, i accept your challenge, challenge accepted, agreed, " +
			"sure, of course, certainly, gladly, with pleasure, sounds good, let's play, ok let's play, i'm in, count me in, " +
			"i'd love to, i would love to, i'd like to, i'd like that",
		Decline: "i decline, declined, challenge declined, i don't accept, i do not accept, nope, " +
			"not interested, i'm not interested, i am not interested, but i'm not interested, no time, i have no time, i'm too busy, " +
			"i can't, i cannot, not now, not now maybe later, maybe later",
		Resign: "i resign, i give up",
		Chat: "good move, nice move, great move, strong move, well played, good game, nice game, great game, nice one, good one, well done, congratulations, congrats, " +
			"wow, ouch, oops, brilliant, clever, interesting, haha, hehe, hello, hello again, hi, happy new year, merry christmas, happy christmas, have a nice day, have a good day, " +
			"have a nice weekend, have a good weekend, have a good week, good night, good morning, see you, enjoy, you're welcome, my pleasure, sorry for the delay, sorry for the wait, take your time, no hurry, no rush, your turn",
		Agree: "yep, yeah, yup, yes yes, go ahead, go for it, please do, do it, do that, please do it, that's right, that is right, correct, exactly, indeed, absolutely, definitely, fine, " +
			"it was me, it's me, that was me, that's me, it was i, i did, it was, it is, you should, you may",
		Differ: "nope, nah, no no, please don't, don't, do not, that's not me, that was not me, that wasn't me, it was not me, it wasn't me, it's not me, not me, i did not, i didn't, it wasn't, it was not",
		Takes: "no, nope, wait, or, rather, instead, not, hold on, hold it, never mind, nevermind, forget it, forget that, scratch that, cancel, cancel that, " +
			"correction, just kidding, kidding, joking, only joking, on second thought, on second thoughts, i mean, i meant, sorry i mean, sorry i meant, maybe, perhaps, better, oops",
		Who: "who are you, who is this, who's this, who is that, what are you, what is this, what's this, what is this about, what's this about, what is unlur, what's unlur, is this spam, is this a scam, is this a joke, are you a bot, are you a robot, are you human, " +
			"are you real, do i know you, do we know each other, who sent this, who sent you, who sends this, why do you write to me, why are you writing to me, why did i get this, why do i get this, what do you want, how did you get my address, where did you get my address, how do you know me",
		Stop: "unsubscribe me, unsubscribe me from this, stop it, stop this, please stop, remove me, remove me from your list, remove me from the list, " +
			"do not write to me again, don't write to me again, no more mails, no more emails",
	},
	{
		Name:   "Spanish",
		Code:   "es",
		NoName: "nunca, espera",
		Close:  "saludos, un saludo, saludos cordiales, un cordial saludo, un abrazo, abrazos",
		Greet:  "hola, buenos, buenas, buen, querido, querida, estimado, estimada",
		Ask:    "cómo estás, qué tal, cómo está, espero que estés bien, espero que todo vaya bien",
		Lead:   "mi jugada es, mi jugada, jugada, mi movimiento es, mi movimiento, juego, muevo",
		Yes:    "sí",
		No:     "no",
		Polite: "gracias, muchas gracias, por favor, porfa, perdón, lo siento, suerte, buena suerte, mucha suerte, buena partida, saludos, un saludo",
		Accept: "ok, okay, acepto el reto, vale, de acuerdo, claro, claro que sí, por supuesto, venga, juguemos, con mucho gusto", Decline: "no acepto, no me interesa, no puedo, no tengo tiempo, ahora no, ahora no puedo", Resign: "me rindo, abandono",
		Chat: "buena jugada, bonita jugada, gran jugada, buen movimiento, bien jugado, muy bien jugado, muy bien, buena, enhorabuena, felicidades, vaya, uy, jaja, hola, hola de nuevo, " +
			"feliz año, feliz año nuevo, feliz navidad, buen fin de semana, buen día, buenas noches, buenos días, hasta pronto, hasta luego, de nada, perdón por el retraso, perdona el retraso, perdona la tardanza, sin prisa, no hay prisa, te toca",
		Agree:  "adelante, hazlo, exacto, exactamente, correcto, eso es, así es, fui yo, he sido yo, soy yo, sí sí, puedes, cómo no",
		Differ: "no fui yo, no he sido yo, yo no fui, no soy yo, mejor no, no lo hagas",
		Takes:  "no, espera, o, o mejor, mejor, mejor dicho, quiero decir, quería decir, perdón quería decir, es broma, era broma, bromeaba, olvídalo, cancela, cancelar, corrección, quizás, quizá, tal vez, ups",
		Who: "quién eres, quién es, quién es usted, quién sois, quiénes sois, qué eres, qué es esto, esto qué es, y esto qué es, de qué va esto, qué es unlur, es spam, esto es spam, es una broma, es una estafa, eres un bot, eres un robot, eres una persona, te conozco, nos conocemos, " +
			"quién me escribe, quién envía esto, quién te envía, por qué me escribes, por qué me escribe, por qué recibo esto, qué quieres, qué quiere, de dónde has sacado mi dirección, cómo tienes mi dirección, de qué me conoces",
		Stop: "darme de baja, quiero darme de baja, no más correos, no me escribas más, no me escriban más, no me escribáis más",
	},
	{
		Name:   "Catalan",
		Code:   "ca",
		NoName: "mai",
		Close:  "salutacions, una salutació, una abraçada, salutacions cordials",
		Greet:  "hola, bon, bona, bones, benvolgut, benvolguda, estimat, ei",
		Ask:    "com estàs, com va, què tal, espero que estiguis bé",
		Lead:   "la meva jugada és, la meva jugada, jugada, el meu moviment és, el meu moviment, jugo",
		Polite: "gràcies, moltes gràcies, si us plau, sisplau, perdó, ho sento, sort, bona sort, molta sort, bona partida, salutacions, una salutació",
		Accept: "ok, okay, accepto el repte, d'acord, entesos, és clar, i tant, som-hi, vinga, juguem, amb molt de gust", Decline: "no accepto, no m'interessa, no puc, no tinc temps, ara no, ara no puc", Resign: "em rendeixo, me rendeixo, abandono",
		Yes: "sí", No: "no",
		Chat: "bona jugada, bonica jugada, gran jugada, bon moviment, ben jugat, molt ben jugat, molt bé, molt bona, enhorabona, felicitats, carai, ui, haha, hola, hola de nou, " +
			"bon any, bon any nou, bon nadal, bones festes, bon cap de setmana, bon dia, bona nit, fins aviat, a reveure, de res, perdó pel retard, perdona el retard, sense pressa, no hi ha pressa, et toca",
		Agree:  "endavant, fes-ho, exacte, exactament, correcte, això mateix, així és, vaig ser jo, he estat jo, soc jo, sí sí, pots fer-ho, sí que ho soc",
		Differ: "no vaig ser jo, no he estat jo, no soc jo, millor no, no ho facis",
		Takes:  "no, espera, o, o millor, millor, millor dit, vull dir, volia dir, perdó volia dir, és broma, era broma, feia broma, oblida-ho, cancel·la, correcció, potser, ui",
		Who: "qui ets, qui és, qui sou, qui és vostè, què ets, què és això, això què és, i això què és, de què va això, què és unlur, què és l'unlur, és spam, això és spam, és una broma, és una estafa, ets un bot, ets un robot, ets una persona, et conec, ens coneixem, " +
			"qui m'escriu, qui envia això, qui t'envia, per què m'escrius, per què rebo això, què vols, què voleu, d'on has tret la meva adreça, com tens la meva adreça, de què em coneixes",
		Stop: "donar-me de baixa, vull donar-me de baixa, no vull més correus, no m'escriguis més, no m'escriviu més",
	},
	{
		Name:   "French",
		Code:   "fr",
		NoName: "jamais, attends",
		Close:  "cordialement, bien cordialement, bien à vous, bien à toi, amicalement, bises, amitiés",
		Greet:  "bonjour, bonsoir, salut, coucou, cher, chère, madame, monsieur, mesdames, messieurs",
		Ask:    "comment vas-tu, comment allez-vous, comment ça va, ça va, j'espère que tu vas bien, j'espère que vous allez bien",
		Lead:   "mon coup est, mon coup, mon prochain coup, coup, je joue",
		Yes:    "oui",
		No:     "non",
		Polite: "merci, merci beaucoup, désolé, désolée, s'il te plaît, s'il vous plaît, s'il te plait, s'il vous plait, stp, svp, bonne chance, bonne partie, cordialement",
		Accept: "ok, okay, j'accepte, j'accepte le défi, d'accord, volontiers, avec plaisir, bien sûr, ça marche, entendu, jouons", Decline: "je refuse, je n'accepte pas, je ne peux pas, pas le temps, je n'ai pas le temps, pas maintenant, ça ne m'intéresse pas, cela ne m'intéresse pas, pas intéressé, pas intéressée", Resign: "j'abandonne",
		Chat: "bon coup, joli coup, beau coup, bien joué, très bien joué, belle partie, bravo, félicitations, aïe, oups, haha, bonjour, rebonjour, coucou, " +
			"bonne année, joyeux noël, bonnes fêtes, bon week-end, bonne journée, bonne soirée, bonne nuit, à bientôt, à plus, de rien, je t'en prie, désolé du retard, désolée du retard, désolé pour le retard, désolée pour le retard, prends ton temps, à toi",
		Agree:  "vas-y, allez-y, fais-le, faites-le, exact, exactement, c'est exact, c'est ça, c'est bien ça, c'est moi, c'était moi, c'est bien moi, oui oui, absolument, tout à fait",
		Differ: "ce n'est pas moi, ce n'était pas moi, c'était pas moi, pas moi, surtout pas, ne le fais pas, ne le faites pas",
		Takes:  "non, attends, attendez, ou, ou plutôt, plutôt, je veux dire, je voulais dire, pardon je voulais dire, je plaisante, je plaisantais, c'est une blague, oublie, oublie ça, annule, annule ça, correction, peut-être, oups",
		Who: "qui es-tu, qui êtes-vous, tu es qui, vous êtes qui, t'es qui, qui est-ce, c'est qui, qu'est-ce que c'est, c'est quoi, c'est quoi ça, c'est quoi unlur, qu'est-ce qu'unlur, de quoi s'agit-il, c'est un spam, est-ce un spam, c'est une blague, c'est une arnaque, tu es un robot, êtes-vous un robot, on se connaît, " +
			"qui m'écrit, qui envoie ça, qui vous envoie, pourquoi m'écris-tu, pourquoi m'écrivez-vous, pourquoi est-ce que je reçois ça, que veux-tu, que voulez-vous, d'où tenez-vous mon adresse, comment avez-vous eu mon adresse",
		Stop: "désabonnez-moi, me désabonner, plus de courriels, ne m'écris plus, ne m'écrivez plus",
	},
	{
		Name:   "German",
		NoName: "nie, warte, vielleicht",
		Close:  "grüße, viele grüße, liebe grüße, beste grüße, schöne grüße, herzliche grüße, gruß, lg, vg, mfg, mit freundlichen grüßen, freundliche grüße",
		Greet:  "hallo, guten, liebe, lieber, moin, servus, grüezi, grüß, gruß, sehr",
		Ask:    "wie geht es dir, wie geht's, wie geht's dir, ich hoffe es geht dir gut",
		Lead:   "mein zug ist, mein zug, mein nächster zug, nächster zug, zug, ich spiele, ich ziehe, ich setze",
		Yes:    "ja",
		No:     "nein",
		Polite: "bitte, danke, danke schön, vielen dank, besten dank, gern, gerne, viel glück, viel spaß, grüße, viele grüße, gruß",
		Accept: "ich nehme an, ich akzeptiere, angenommen, einverstanden", Decline: "ich lehne ab, kein interesse, ich habe kein interesse", Resign: "ich gebe auf",
	},
	{
		Name:   "Italian",
		NoName: "mai, aspetta",
		Close:  "saluti, cordiali saluti, un saluto, un caro saluto",
		Greet:  "ciao, buongiorno, buonasera, buona, buon, caro, cara, salve, gentile, egregio",
		Ask:    "come stai, come va, spero che tu stia bene",
		Lead:   "la mia mossa è, la mia mossa, mossa, gioco, muovo",
		Yes:    "sì",
		Polite: "grazie, grazie mille, per favore, per piacere, prego, buona fortuna, saluti",
		Accept: "accetto, accetto la sfida, va bene", Decline: "rifiuto, non mi interessa", Resign: "mi arrendo, abbandono",
	},
	{
		Name:   "Portuguese",
		Close:  "abraço, abraços, um abraço, cumprimentos, atenciosamente, saudações",
		Greet:  "olá, oi, bom, boa, prezado, prezada, caríssimo, estimado",
		Ask:    "como vai, como está, tudo bem, espero que esteja bem",
		Lead:   "minha jogada é, minha jogada, a minha jogada é, a minha jogada, jogada, meu lance, jogo",
		Yes:    "sim",
		No:     "não, nao",
		Polite: "obrigado, obrigada, muito obrigado, muito obrigada, por favor, boa sorte, abraço, abraços",
		Accept: "aceito, aceito o desafio", Decline: "recuso", Resign: "desisto, eu desisto",
	},
	{
		Name:   "Dutch",
		Close:  "groeten, groetjes, groet, met vriendelijke groet, vriendelijke groet, mvg",
		Greet:  "beste, hoi, dag, goedemorgen, goedemiddag, goedenavond, goedendag, goeiemorgen, geachte, lieve",
		Ask:    "hoe gaat het, hoe gaat het met je, alles goed",
		Lead:   "mijn zet is, mijn zet, mijn volgende zet, zet, ik speel, ik zet",
		No:     "nee",
		Polite: "dank je, dank u, dank je wel, bedankt, dankjewel, alsjeblieft, alstublieft, graag, veel succes, succes, groeten, groetjes",
		Accept: "ik accepteer, ik neem aan, akkoord", Decline: "ik weiger", Resign: "ik geef op, ik geef het op",
	},
	{
		Name:   "Polish",
		Close:  "pozdrawiam, z poważaniem, pozdrowienia",
		Greet:  "cześć, dzień, dobry, witam, witaj, hejka, siema, szanowny, szanowna, szanowni, drogi, droga",
		Ask:    "co słychać, jak się masz",
		Lead:   "mój ruch to, mój ruch, mój następny ruch, ruch, gram",
		No:     "nie",
		Polite: "dziękuję, dzięki, dziękuję bardzo, proszę, powodzenia, pozdrawiam, pozdrowienia",
		Accept: "akceptuję, przyjmuję, zgoda", Decline: "odmawiam, odrzucam", Resign: "poddaję się",
	},
	{
		Name:   "Swedish",
		Close:  "hälsningar, vänliga hälsningar, mvh, med vänlig hälsning",
		Greet:  "hej, hejsan, god, godmorgon, kära, käre, bästa, tjena, tja, hallå",
		Ask:    "hur mår du, hur är läget, hoppas allt är bra",
		Lead:   "mitt drag är, mitt drag, mitt nästa drag, drag, jag spelar",
		No:     "nej",
		Polite: "tack, tack så mycket, snälla, lycka till, hälsningar, mvh",
		Accept: "jag accepterar", Decline: "jag avböjer", Resign: "jag ger upp",
	},
	{
		Name:   "Danish",
		Close:  "hilsen, venlig hilsen, med venlig hilsen, mvh",
		Greet:  "kære, goddag, godmorgen, godaften, hejsa, davs",
		Ask:    "hvordan går det",
		Lead:   "mit træk er, mit træk, mit næste træk, træk, jeg spiller",
		Polite: "tak, mange tak, venligst, held og lykke, hilsen, venlig hilsen",
		Accept: "jeg accepterer, jeg tager imod", Decline: "jeg afslår", Resign: "jeg giver op",
	},
	{
		Name:   "Norwegian",
		Close:  "hilsen, vennlig hilsen, med vennlig hilsen, mvh",
		Greet:  "kjære, hei, heisann, morn",
		Lead:   "mitt trekk er, mitt trekk, mitt neste trekk, trekk, jeg spiller",
		No:     "nei",
		Polite: "takk, mange takk, tusen takk, lykke til, vennlig hilsen",
		Accept: "jeg aksepterer, jeg godtar", Decline: "jeg avslår", Resign: "jeg gir opp",
	},
	{
		Name:   "Finnish",
		Close:  "terveisin, ystävällisin terveisin, terveiset",
		Greet:  "moi, moikka, hyvää, terve, tervehdys, huomenta, hyvä, päivää, iltaa",
		Ask:    "mitä kuuluu",
		Lead:   "siirtoni on, siirtoni, siirto, seuraava siirtoni, pelaan",
		Yes:    "kyllä",
		Polite: "kiitos, kiitoksia, kiitos paljon, ole hyvä, onnea, onnea peliin, terveisin",
		Accept: "hyväksyn", Decline: "kieltäydyn", Resign: "luovutan",
	},
	{
		Name:   "Czech",
		Close:  "s pozdravem, zdravím",
		Greet:  "ahoj, dobrý, dobré, vážený, vážená, milý, milá, zdravím, nazdar",
		Ask:    "jak se máš, jak se daří",
		Lead:   "můj tah je, můj tah, můj další tah, tah, hraju, hraji",
		Yes:    "ano",
		No:     "ne",
		Polite: "děkuji, děkuju, díky, prosím, hodně štěstí, s pozdravem",
		Accept: "přijímám, souhlasím", Decline: "odmítám", Resign: "vzdávám se, vzdávám to",
	},
	{
		Name:   "Russian",
		Close:  "с уважением, всего доброго",
		Greet:  "привет, здравствуйте, здравствуй, добрый, доброе, доброго, уважаемый, уважаемая, дорогой, дорогая",
		Ask:    "как дела, как ты, надеюсь у тебя всё хорошо",
		Lead:   "мой ход, мой следующий ход, ход, хожу, я хожу, играю",
		Yes:    "да",
		No:     "нет",
		Polite: "спасибо, большое спасибо, пожалуйста, удачи, с уважением",
		Accept: "принимаю, я принимаю", Decline: "отказываюсь, я отказываюсь", Resign: "сдаюсь, я сдаюсь",
	},
	{
		Name:   "Ukrainian",
		Close:  "з повагою, всього найкращого",
		Greet:  "привіт, вітаю, добрий, доброго, доброї, шановний, шановна",
		Ask:    "як справи",
		Lead:   "мій хід, мій наступний хід, хід, граю",
		No:     "ні",
		Polite: "дякую, щиро дякую, будь ласка, удачі, успіхів, з повагою",
		Accept: "приймаю, я приймаю", Decline: "відмовляюсь, відмовляюся", Resign: "здаюся, я здаюся, здаюсь",
	},
	{
		Name:   "Turkish",
		Close:  "saygılar, saygılarımla, sevgiler",
		Greet:  "merhaba, merhabalar, selam, selamlar, günaydın, günaydin, iyi, sayın, sevgili",
		Ask:    "nasılsın, nasılsınız, umarım iyisindir",
		Lead:   "hamlem, benim hamlem, sonraki hamlem, hamle, oynuyorum",
		Yes:    "evet",
		No:     "hayır",
		Polite: "teşekkürler, teşekkür ederim, çok teşekkürler, lütfen, sağ ol, iyi şanslar, kolay gelsin, saygılar, selamlar",
		Accept: "kabul, kabul ediyorum", Decline: "reddediyorum", Resign: "pes ediyorum, çekiliyorum",
	},
	{
		Name:   "Japanese",
		Hail:   "こんにちは, こんばんは, おはよう, お世話に, いつもお世話に, はじめまして, お疲れ様, 拝啓",
		Lead:   "私の手, 私の手は, 次の手, 次の一手",
		Yes:    "はい",
		No:     "いいえ",
		Polite: "ありがとう, ありがとうございます, どうも, どうもありがとうございます, お願いします, お願いいたします, よろしく, よろしくお願いします, よろしくお願いいたします",
		Accept: "受けます, 承諾します, 承諾", Decline: "お断りします, 辞退します", Resign: "投了, 投了します, 負けました",
	},
	{
		Name:   "Chinese",
		Hail:   "你好, 您好, 大家好, 早上好, 下午好, 晚上好, 早安, 嗨, 尊敬的, 亲爱的, 親愛的",
		Lead:   "我的一步, 我的下一步, 下一步",
		Yes:    "是, 是的",
		No:     "不, 不是, 不要",
		Polite: "谢谢, 谢谢你, 多谢, 謝謝, 請, 请, 祝好, 祝你好运, 祝好運",
		Accept: "接受, 我接受, 同意", Decline: "拒绝, 我拒绝, 拒絕", Resign: "认输, 我认输, 認輸, 我認輸",
	},
	{
		Name:   "Korean",
		Hail:   "안녕, 반갑습니다",
		Lead:   "내 수, 내 수는, 제 수, 제 수는, 다음 수",
		Yes:    "네, 예",
		No:     "아니요, 아니오",
		Polite: "감사합니다, 고맙습니다, 고마워요, 고마워, 부탁합니다, 부탁드립니다, 행운을 빕니다",
		Accept: "수락, 수락합니다", Decline: "거절, 거절합니다", Resign: "기권, 기권합니다",
	},
}
