package parser

// tongue is what players of one language write around commands, and instead
// of them. Each field is a list in lower case, its entries parted by commas.
type tongue struct {
	name string
	code string // of a language in which there are mails, else empty; see dialects
	// greet are the first words of a greeting; hail are such beginnings in a
	// script that puts no blanks between words.
	greet, hail string
	ask         string // what follows a greeting: "hope you are well"
	lead        string // what announces a move, before it or in the line above
	yes, no     string
	polite      string // what may stand behind a command and changes nothing
	close       string // what stands above the name at the end of a mail
	noName      string // what people write before a comma and an empty line, besides names
	// accept, decline, resign and stop are whole sentences that mean a command,
	// though not surely enough to carry it out.
	accept, decline, resign, stop string
	// chat are phrases that players say to each other beside a game, and to no program.
	chat string
	// agree and differ are such sentences that mean yes and no.
	agree, differ string
	// who are sentences that ask who writes, and what for.
	who string
	// takes are the beginnings of a line by which somebody takes back what stands above,
	// or puts something else in its place: "No, wait", "or D5", "I mean black".
	takes string
}

// tongues holds a row for each language. Words that mean yes in one language
// and something else in another ("tak", "da") are not among the words for yes.
var tongues = []tongue{
	{
		name:   "English",
		code:   "en",
		noName: "never, wait, nope, why, joke, example, quote, hold, not, maybe, perhaps, sorry, hm, hmm",
		close:  "regards, best regards, kind regards, warm regards, best, best wishes, all the best, sincerely, yours, yours sincerely, cheers, greetings, take care",
		greet:  "hi, hiya, hello, hey, howdy, dear, good, greetings, morning, afternoon, evening",
		ask: "hope you are well, hope you're well, hope all is well, i hope you are well, i hope all is well, hope this finds you well, " +
			"i hope this finds you well, hope you are doing well, hope you're doing well, how are you, how are you doing, how's it going",
		lead:   "ok, my move is, my move, my next move, my next move is, next move, the move, i play, i move, i go",
		yes:    "yes",
		no:     "no",
		polite: "please, pls, sorry, thanks, thank you, many thanks, thanks a lot, thank you very much, thx, good luck, have fun, cheers, regards, best regards, kind regards",
		accept: "ok, okay, i accept, accepted, i accept the challenge, i accept your challenge, challenge accepted, agreed, " +
			"sure, of course, certainly, gladly, with pleasure, sounds good, let's play, ok let's play, i'm in, count me in, " +
			"i'd love to, i would love to, i'd like to, i'd like that",
		decline: "i decline, declined, challenge declined, i don't accept, i do not accept, nope, " +
			"not interested, i'm not interested, i am not interested, but i'm not interested, no time, i have no time, i'm too busy, " +
			"i can't, i cannot, not now, not now maybe later, maybe later",
		resign: "i resign, i give up",
		chat: "good move, nice move, great move, strong move, well played, good game, nice game, great game, nice one, good one, well done, congratulations, congrats, " +
			"wow, ouch, oops, brilliant, clever, interesting, haha, hehe, hello, hello again, hi, happy new year, merry christmas, happy christmas, have a nice day, have a good day, " +
			"have a nice weekend, have a good weekend, have a good week, good night, good morning, see you, enjoy, you're welcome, my pleasure, sorry for the delay, sorry for the wait, take your time, no hurry, no rush, your turn",
		agree: "yep, yeah, yup, yes yes, go ahead, go for it, please do, do it, do that, please do it, that's right, that is right, correct, exactly, indeed, absolutely, definitely, fine, " +
			"it was me, it's me, that was me, that's me, it was i, i did, it was, it is, you should, you may",
		differ: "nope, nah, no no, please don't, don't, do not, that's not me, that was not me, that wasn't me, it was not me, it wasn't me, it's not me, not me, i did not, i didn't, it wasn't, it was not",
		takes: "no, nope, wait, or, rather, instead, not, hold on, hold it, never mind, nevermind, forget it, forget that, scratch that, cancel, cancel that, " +
			"correction, just kidding, kidding, joking, only joking, on second thought, on second thoughts, i mean, i meant, sorry i mean, sorry i meant, maybe, perhaps, better, oops",
		who: "who are you, who is this, who's this, who is that, what are you, what is this, what's this, what is this about, what's this about, what is unlur, what's unlur, is this spam, is this a scam, is this a joke, are you a bot, are you a robot, are you human, " +
			"are you real, do i know you, do we know each other, who sent this, who sent you, who sends this, why do you write to me, why are you writing to me, why did i get this, why do i get this, what do you want, how did you get my address, where did you get my address, how do you know me",
		stop: "unsubscribe me, unsubscribe me from this, stop it, stop this, please stop, remove me, remove me from your list, remove me from the list, " +
			"do not write to me again, don't write to me again, no more mails, no more emails",
	},
	{
		name:   "Spanish",
		code:   "es",
		noName: "nunca, espera",
		close:  "saludos, un saludo, saludos cordiales, un cordial saludo, un abrazo, abrazos",
		greet:  "hola, buenos, buenas, buen, querido, querida, estimado, estimada",
		ask:    "cómo estás, qué tal, cómo está, espero que estés bien, espero que todo vaya bien",
		lead:   "mi jugada es, mi jugada, jugada, mi movimiento es, mi movimiento, juego, muevo",
		yes:    "sí",
		no:     "no",
		polite: "gracias, muchas gracias, por favor, porfa, perdón, lo siento, suerte, buena suerte, mucha suerte, buena partida, saludos, un saludo",
		accept: "ok, okay, acepto el reto, vale, de acuerdo, claro, claro que sí, por supuesto, venga, juguemos, con mucho gusto", decline: "no acepto, no me interesa, no puedo, no tengo tiempo, ahora no, ahora no puedo", resign: "me rindo, abandono",
		chat: "buena jugada, bonita jugada, gran jugada, buen movimiento, bien jugado, muy bien jugado, muy bien, buena, enhorabuena, felicidades, vaya, uy, jaja, hola, hola de nuevo, " +
			"feliz año, feliz año nuevo, feliz navidad, buen fin de semana, buen día, buenas noches, buenos días, hasta pronto, hasta luego, de nada, perdón por el retraso, perdona el retraso, perdona la tardanza, sin prisa, no hay prisa, te toca",
		agree:  "adelante, hazlo, exacto, exactamente, correcto, eso es, así es, fui yo, he sido yo, soy yo, sí sí, puedes, cómo no",
		differ: "no fui yo, no he sido yo, yo no fui, no soy yo, mejor no, no lo hagas",
		takes:  "no, espera, o, o mejor, mejor, mejor dicho, quiero decir, quería decir, perdón quería decir, es broma, era broma, bromeaba, olvídalo, cancela, cancelar, corrección, quizás, quizá, tal vez, ups",
		who: "quién eres, quién es, quién es usted, quién sois, quiénes sois, qué eres, qué es esto, esto qué es, y esto qué es, de qué va esto, qué es unlur, es spam, esto es spam, es una broma, es una estafa, eres un bot, eres un robot, eres una persona, te conozco, nos conocemos, " +
			"quién me escribe, quién envía esto, quién te envía, por qué me escribes, por qué me escribe, por qué recibo esto, qué quieres, qué quiere, de dónde has sacado mi dirección, cómo tienes mi dirección, de qué me conoces",
		stop: "darme de baja, quiero darme de baja, no más correos, no me escribas más, no me escriban más, no me escribáis más",
	},
	{
		name:   "Catalan",
		code:   "ca",
		noName: "mai",
		close:  "salutacions, una salutació, una abraçada, salutacions cordials",
		greet:  "hola, bon, bona, bones, benvolgut, benvolguda, estimat, ei",
		ask:    "com estàs, com va, què tal, espero que estiguis bé",
		lead:   "la meva jugada és, la meva jugada, jugada, el meu moviment és, el meu moviment, jugo",
		polite: "gràcies, moltes gràcies, si us plau, sisplau, perdó, ho sento, sort, bona sort, molta sort, bona partida, salutacions, una salutació",
		accept: "ok, okay, accepto el repte, d'acord, entesos, és clar, i tant, som-hi, vinga, juguem, amb molt de gust", decline: "no accepto, no m'interessa, no puc, no tinc temps, ara no, ara no puc", resign: "em rendeixo, me rendeixo, abandono",
		yes: "sí", no: "no",
		chat: "bona jugada, bonica jugada, gran jugada, bon moviment, ben jugat, molt ben jugat, molt bé, molt bona, enhorabona, felicitats, carai, ui, haha, hola, hola de nou, " +
			"bon any, bon any nou, bon nadal, bones festes, bon cap de setmana, bon dia, bona nit, fins aviat, a reveure, de res, perdó pel retard, perdona el retard, sense pressa, no hi ha pressa, et toca",
		agree:  "endavant, fes-ho, exacte, exactament, correcte, això mateix, així és, vaig ser jo, he estat jo, soc jo, sí sí, pots fer-ho, sí que ho soc",
		differ: "no vaig ser jo, no he estat jo, no soc jo, millor no, no ho facis",
		takes:  "no, espera, o, o millor, millor, millor dit, vull dir, volia dir, perdó volia dir, és broma, era broma, feia broma, oblida-ho, cancel·la, correcció, potser, ui",
		who: "qui ets, qui és, qui sou, qui és vostè, què ets, què és això, això què és, i això què és, de què va això, què és unlur, què és l'unlur, és spam, això és spam, és una broma, és una estafa, ets un bot, ets un robot, ets una persona, et conec, ens coneixem, " +
			"qui m'escriu, qui envia això, qui t'envia, per què m'escrius, per què rebo això, què vols, què voleu, d'on has tret la meva adreça, com tens la meva adreça, de què em coneixes",
		stop: "donar-me de baixa, vull donar-me de baixa, no vull més correus, no m'escriguis més, no m'escriviu més",
	},
	{
		name:   "French",
		code:   "fr",
		noName: "jamais, attends",
		close:  "cordialement, bien cordialement, bien à vous, bien à toi, amicalement, bises, amitiés",
		greet:  "bonjour, bonsoir, salut, coucou, cher, chère, madame, monsieur, mesdames, messieurs",
		ask:    "comment vas-tu, comment allez-vous, comment ça va, ça va, j'espère que tu vas bien, j'espère que vous allez bien",
		lead:   "mon coup est, mon coup, mon prochain coup, coup, je joue",
		yes:    "oui",
		no:     "non",
		polite: "merci, merci beaucoup, désolé, désolée, s'il te plaît, s'il vous plaît, s'il te plait, s'il vous plait, stp, svp, bonne chance, bonne partie, cordialement",
		accept: "ok, okay, j'accepte, j'accepte le défi, d'accord, volontiers, avec plaisir, bien sûr, ça marche, entendu, jouons", decline: "je refuse, je n'accepte pas, je ne peux pas, pas le temps, je n'ai pas le temps, pas maintenant, ça ne m'intéresse pas, cela ne m'intéresse pas, pas intéressé, pas intéressée", resign: "j'abandonne",
		chat: "bon coup, joli coup, beau coup, bien joué, très bien joué, belle partie, bravo, félicitations, aïe, oups, haha, bonjour, rebonjour, coucou, " +
			"bonne année, joyeux noël, bonnes fêtes, bon week-end, bonne journée, bonne soirée, bonne nuit, à bientôt, à plus, de rien, je t'en prie, désolé du retard, désolée du retard, désolé pour le retard, désolée pour le retard, prends ton temps, à toi",
		agree:  "vas-y, allez-y, fais-le, faites-le, exact, exactement, c'est exact, c'est ça, c'est bien ça, c'est moi, c'était moi, c'est bien moi, oui oui, absolument, tout à fait",
		differ: "ce n'est pas moi, ce n'était pas moi, c'était pas moi, pas moi, surtout pas, ne le fais pas, ne le faites pas",
		takes:  "non, attends, attendez, ou, ou plutôt, plutôt, je veux dire, je voulais dire, pardon je voulais dire, je plaisante, je plaisantais, c'est une blague, oublie, oublie ça, annule, annule ça, correction, peut-être, oups",
		who: "qui es-tu, qui êtes-vous, tu es qui, vous êtes qui, t'es qui, qui est-ce, c'est qui, qu'est-ce que c'est, c'est quoi, c'est quoi ça, c'est quoi unlur, qu'est-ce qu'unlur, de quoi s'agit-il, c'est un spam, est-ce un spam, c'est une blague, c'est une arnaque, tu es un robot, êtes-vous un robot, on se connaît, " +
			"qui m'écrit, qui envoie ça, qui vous envoie, pourquoi m'écris-tu, pourquoi m'écrivez-vous, pourquoi est-ce que je reçois ça, que veux-tu, que voulez-vous, d'où tenez-vous mon adresse, comment avez-vous eu mon adresse",
		stop: "désabonnez-moi, me désabonner, plus de courriels, ne m'écris plus, ne m'écrivez plus",
	},
	{
		name:   "German",
		noName: "nie, warte, vielleicht",
		close:  "grüße, viele grüße, liebe grüße, beste grüße, schöne grüße, herzliche grüße, gruß, lg, vg, mfg, mit freundlichen grüßen, freundliche grüße",
		greet:  "hallo, guten, liebe, lieber, moin, servus, grüezi, grüß, gruß, sehr",
		ask:    "wie geht es dir, wie geht's, wie geht's dir, ich hoffe es geht dir gut",
		lead:   "mein zug ist, mein zug, mein nächster zug, nächster zug, zug, ich spiele, ich ziehe, ich setze",
		yes:    "ja",
		no:     "nein",
		polite: "bitte, danke, danke schön, vielen dank, besten dank, gern, gerne, viel glück, viel spaß, grüße, viele grüße, gruß",
		accept: "ich nehme an, ich akzeptiere, angenommen, einverstanden", decline: "ich lehne ab, kein interesse, ich habe kein interesse", resign: "ich gebe auf",
	},
	{
		name:   "Italian",
		noName: "mai, aspetta",
		close:  "saluti, cordiali saluti, un saluto, un caro saluto",
		greet:  "ciao, buongiorno, buonasera, buona, buon, caro, cara, salve, gentile, egregio",
		ask:    "come stai, come va, spero che tu stia bene",
		lead:   "la mia mossa è, la mia mossa, mossa, gioco, muovo",
		yes:    "sì",
		polite: "grazie, grazie mille, per favore, per piacere, prego, buona fortuna, saluti",
		accept: "accetto, accetto la sfida, va bene", decline: "rifiuto, non mi interessa", resign: "mi arrendo, abbandono",
	},
	{
		name:   "Portuguese",
		close:  "abraço, abraços, um abraço, cumprimentos, atenciosamente, saudações",
		greet:  "olá, oi, bom, boa, prezado, prezada, caríssimo, estimado",
		ask:    "como vai, como está, tudo bem, espero que esteja bem",
		lead:   "minha jogada é, minha jogada, a minha jogada é, a minha jogada, jogada, meu lance, jogo",
		yes:    "sim",
		no:     "não, nao",
		polite: "obrigado, obrigada, muito obrigado, muito obrigada, por favor, boa sorte, abraço, abraços",
		accept: "aceito, aceito o desafio", decline: "recuso", resign: "desisto, eu desisto",
	},
	{
		name:   "Dutch",
		close:  "groeten, groetjes, groet, met vriendelijke groet, vriendelijke groet, mvg",
		greet:  "beste, hoi, dag, goedemorgen, goedemiddag, goedenavond, goedendag, goeiemorgen, geachte, lieve",
		ask:    "hoe gaat het, hoe gaat het met je, alles goed",
		lead:   "mijn zet is, mijn zet, mijn volgende zet, zet, ik speel, ik zet",
		no:     "nee",
		polite: "dank je, dank u, dank je wel, bedankt, dankjewel, alsjeblieft, alstublieft, graag, veel succes, succes, groeten, groetjes",
		accept: "ik accepteer, ik neem aan, akkoord", decline: "ik weiger", resign: "ik geef op, ik geef het op",
	},
	{
		name:   "Polish",
		close:  "pozdrawiam, z poważaniem, pozdrowienia",
		greet:  "cześć, dzień, dobry, witam, witaj, hejka, siema, szanowny, szanowna, szanowni, drogi, droga",
		ask:    "co słychać, jak się masz",
		lead:   "mój ruch to, mój ruch, mój następny ruch, ruch, gram",
		no:     "nie",
		polite: "dziękuję, dzięki, dziękuję bardzo, proszę, powodzenia, pozdrawiam, pozdrowienia",
		accept: "akceptuję, przyjmuję, zgoda", decline: "odmawiam, odrzucam", resign: "poddaję się",
	},
	{
		name:   "Swedish",
		close:  "hälsningar, vänliga hälsningar, mvh, med vänlig hälsning",
		greet:  "hej, hejsan, god, godmorgon, kära, käre, bästa, tjena, tja, hallå",
		ask:    "hur mår du, hur är läget, hoppas allt är bra",
		lead:   "mitt drag är, mitt drag, mitt nästa drag, drag, jag spelar",
		no:     "nej",
		polite: "tack, tack så mycket, snälla, lycka till, hälsningar, mvh",
		accept: "jag accepterar", decline: "jag avböjer", resign: "jag ger upp",
	},
	{
		name:   "Danish",
		close:  "hilsen, venlig hilsen, med venlig hilsen, mvh",
		greet:  "kære, goddag, godmorgen, godaften, hejsa, davs",
		ask:    "hvordan går det",
		lead:   "mit træk er, mit træk, mit næste træk, træk, jeg spiller",
		polite: "tak, mange tak, venligst, held og lykke, hilsen, venlig hilsen",
		accept: "jeg accepterer, jeg tager imod", decline: "jeg afslår", resign: "jeg giver op",
	},
	{
		name:   "Norwegian",
		close:  "hilsen, vennlig hilsen, med vennlig hilsen, mvh",
		greet:  "kjære, hei, heisann, morn",
		lead:   "mitt trekk er, mitt trekk, mitt neste trekk, trekk, jeg spiller",
		no:     "nei",
		polite: "takk, mange takk, tusen takk, lykke til, vennlig hilsen",
		accept: "jeg aksepterer, jeg godtar", decline: "jeg avslår", resign: "jeg gir opp",
	},
	{
		name:   "Finnish",
		close:  "terveisin, ystävällisin terveisin, terveiset",
		greet:  "moi, moikka, hyvää, terve, tervehdys, huomenta, hyvä, päivää, iltaa",
		ask:    "mitä kuuluu",
		lead:   "siirtoni on, siirtoni, siirto, seuraava siirtoni, pelaan",
		yes:    "kyllä",
		polite: "kiitos, kiitoksia, kiitos paljon, ole hyvä, onnea, onnea peliin, terveisin",
		accept: "hyväksyn", decline: "kieltäydyn", resign: "luovutan",
	},
	{
		name:   "Czech",
		close:  "s pozdravem, zdravím",
		greet:  "ahoj, dobrý, dobré, vážený, vážená, milý, milá, zdravím, nazdar",
		ask:    "jak se máš, jak se daří",
		lead:   "můj tah je, můj tah, můj další tah, tah, hraju, hraji",
		yes:    "ano",
		no:     "ne",
		polite: "děkuji, děkuju, díky, prosím, hodně štěstí, s pozdravem",
		accept: "přijímám, souhlasím", decline: "odmítám", resign: "vzdávám se, vzdávám to",
	},
	{
		name:   "Russian",
		close:  "с уважением, всего доброго",
		greet:  "привет, здравствуйте, здравствуй, добрый, доброе, доброго, уважаемый, уважаемая, дорогой, дорогая",
		ask:    "как дела, как ты, надеюсь у тебя всё хорошо",
		lead:   "мой ход, мой следующий ход, ход, хожу, я хожу, играю",
		yes:    "да",
		no:     "нет",
		polite: "спасибо, большое спасибо, пожалуйста, удачи, с уважением",
		accept: "принимаю, я принимаю", decline: "отказываюсь, я отказываюсь", resign: "сдаюсь, я сдаюсь",
	},
	{
		name:   "Ukrainian",
		close:  "з повагою, всього найкращого",
		greet:  "привіт, вітаю, добрий, доброго, доброї, шановний, шановна",
		ask:    "як справи",
		lead:   "мій хід, мій наступний хід, хід, граю",
		no:     "ні",
		polite: "дякую, щиро дякую, будь ласка, удачі, успіхів, з повагою",
		accept: "приймаю, я приймаю", decline: "відмовляюсь, відмовляюся", resign: "здаюся, я здаюся, здаюсь",
	},
	{
		name:   "Turkish",
		close:  "saygılar, saygılarımla, sevgiler",
		greet:  "merhaba, merhabalar, selam, selamlar, günaydın, günaydin, iyi, sayın, sevgili",
		ask:    "nasılsın, nasılsınız, umarım iyisindir",
		lead:   "hamlem, benim hamlem, sonraki hamlem, hamle, oynuyorum",
		yes:    "evet",
		no:     "hayır",
		polite: "teşekkürler, teşekkür ederim, çok teşekkürler, lütfen, sağ ol, iyi şanslar, kolay gelsin, saygılar, selamlar",
		accept: "kabul, kabul ediyorum", decline: "reddediyorum", resign: "pes ediyorum, çekiliyorum",
	},
	{
		name:   "Japanese",
		hail:   "こんにちは, こんばんは, おはよう, お世話に, いつもお世話に, はじめまして, お疲れ様, 拝啓",
		lead:   "私の手, 私の手は, 次の手, 次の一手",
		yes:    "はい",
		no:     "いいえ",
		polite: "ありがとう, ありがとうございます, どうも, どうもありがとうございます, お願いします, お願いいたします, よろしく, よろしくお願いします, よろしくお願いいたします",
		accept: "受けます, 承諾します, 承諾", decline: "お断りします, 辞退します", resign: "投了, 投了します, 負けました",
	},
	{
		name:   "Chinese",
		hail:   "你好, 您好, 大家好, 早上好, 下午好, 晚上好, 早安, 嗨, 尊敬的, 亲爱的, 親愛的",
		lead:   "我的一步, 我的下一步, 下一步",
		yes:    "是, 是的",
		no:     "不, 不是, 不要",
		polite: "谢谢, 谢谢你, 多谢, 謝謝, 請, 请, 祝好, 祝你好运, 祝好運",
		accept: "接受, 我接受, 同意", decline: "拒绝, 我拒绝, 拒絕", resign: "认输, 我认输, 認輸, 我認輸",
	},
	{
		name:   "Korean",
		hail:   "안녕, 반갑습니다",
		lead:   "내 수, 내 수는, 제 수, 제 수는, 다음 수",
		yes:    "네, 예",
		no:     "아니요, 아니오",
		polite: "감사합니다, 고맙습니다, 고마워요, 고마워, 부탁합니다, 부탁드립니다, 행운을 빕니다",
		accept: "수락, 수락합니다", decline: "거절, 거절합니다", resign: "기권, 기권합니다",
	},
}
