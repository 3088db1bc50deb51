package command

import (
	"cmp"
	"slices"
	"strings"

	"unlurbot/parser/lexicon"
)

// wishTongue is how people of one language say that they wish to play, see wishRow.
type wishTongue struct {
	code           string
	wants, asks    [][]string
	verbs, whole   []wishVerb
	learns         [][]string
	same           map[string]string
	polite         [][]string
	between, games map[string]bool
	withs, mates   map[string]bool
	tails, ends    map[string]bool
	halts          map[string]bool
}

// wishVerb is a verb of playing, or all of a wish, and what must follow.
type wishVerb struct {
	words []string
	needs need
}

// A need is what must follow a verb.
type need int

const (
	nothing   need = iota
	aGame          // "start" a game
	somebody       // "invite" somebody
	anAddress      // of any verb without a word of wanting before it
)

// wishRow holds the same in lists, without accents, as they are written down below.
type wishRow struct {
	code string
	// wants is followed by one of plays, which say enough by themselves, one of begins,
	// behind which must stand a game, or one of invites, behind which must stand somebody.
	// Each of these is a wish without wants if an address follows, and nothing but a
	// greeting stands above it: "Please invite bo@example.org".
	wants, plays, begins, invites string
	// asks is like wants, but only at the beginning of a clause: "puedo" is a question
	// there, and elsewhere says what one can do.
	asks  string
	whole string // phrases that say all of it
	// learns are phrases of who would first know how it is done.
	learns string
	// same are words in the place of which others are looked for; polite are phrases that
	// change nothing, between are words that may stand within a phrase.
	same            map[string]string
	polite, between string
	games           string // words for a game, and what is played
	withs           string // with, against
	mates           string // words for somebody certain to play with
	tails           string // other words that may follow
	ends            string // words with which something else begins
	halts           string // words behind which nothing is a wish
}

// wishRows has a row for each language in which there are mails.
var wishRows = []wishRow{
	{
		code: "en",
		same: map[string]string{
			"i'd": "i would", "i'm": "i am", "we'd": "we would", "we're": "we are", "who's": "who is", "who'd": "who would", "there's": "there is", "wanna": "want to",
			"anybody": "anyone", "somebody": "anyone", "someone": "anyone", "love": "like", "id": "i would", "im": "i am", "wish": "want", "could": "can", "may": "can",
			"glad": "happy", "delighted": "happy", "keen": "happy", "pleased": "happy", "eager": "happy",
		},
		wants: "i want to, i would like to, i would be happy to, i am happy to, we want to, we would like to, can i, can we, i would be interested in, i am interested in, we are interested in, " +
			"i feel like, i fancy, i would fancy, do you want to, would you like to, does anyone want to, would anyone like to, anyone want to, anyone wants to, who wants to, who would like to, " +
			"is it possible to, would it be possible to, is anyone there to, is there anyone to, can you, would you, will you, would you please, can you please, i am looking for anyone to, looking for anyone to, i am looking to, i am hoping to, i hope to, let me, i am ready to, can anyone, is anyone willing to, would anyone be willing to, i am willing to",
		asks:    "want to, ready to, would like to",
		plays:   "play, playing, a game, one game, game, new game, join, join in, joining, take part, taking part, participate, register, have a go, give it a try, give it a go, sign up",
		begins:  "start, begin, try, have, get, find, trying, starting, set up, arrange",
		invites: "invite, challenge, i challenge",
		whole: "how do i join, register me, new game, looking for game, looking for opponent, how do i start a game, how do i begin a game, how do i get a game, is anyone up for a game, anyone up for a game, who is up for a game, up for a game, anyone for a game, is anyone free for a game, fancy a game, i fancy a game, i am up for a game, looking for a game, looking for an opponent, looking for opponents, i am looking for a game, i am looking for an opponent, i am looking for opponents, " +
			"i want a game, i would like a game, how about a game, i want an opponent, i would like an opponent, i need an opponent, find me an opponent, can you find me an opponent, can you find an opponent, count me in, sign me up, let's play, " +
			"is there anyone i can play with, is there anyone who wants to play, is there anyone who would like to play, is anyone there who wants to play, is there anyone to play with, do you have anyone to play with",
		learns:  "how do i play, how do you play, how do we play, how to play, how do i learn, how can i learn, how does it work, how does this work, how is it played, how do i do this, what do i do, what do i have to do, what must i do, what should i do, i would like to learn, i want to learn, can i learn, can you explain, please explain, explain, teach me, what are the rules",
		polite:  "please, pls, if possible, if i may, if that's ok, if that is ok, if it's possible, very much, so much, hello, hi",
		between: "really, very, much, also, too, just, simply, maybe, perhaps, quite, rather",
		games:   "game, games, match, matches, round, rounds, unlur, play, playing, opponent, it, this",
		withs:   "with, against, versus, vs, between",
		mates:   "friend, him, her, them, brother, sister, mother, father, mum, mom, dad, son, daughter, wife, husband, partner, boyfriend, girlfriend, colleague, mate, neighbour, neighbor, cousin, uncle, aunt, he, she, his",
		tails: "a, an, one, some, the, another, of, in, here, by, via, over, through, mail, email, e-mail, too, also, anyone, anybody, you, sometime, time, new, my, your, our, on, club, online, everyone, other, others, people, " +
			"player, players, human, being, beginner, few, couple, now, then, right, today, tonight, me, called, named, at, address, whose, is, bot, together, as, well, soon, board, boardgame, out, up, for, to, little, quick, slow, friendly, nice, first-time",
		ends:  "and, but, because, since, so, who, which, that, although, however, thanks, thank, cheers, regards",
		halts: "not, don't, dont, can't, never, nobody, if, when, why, whether, unless, says, said, wouldn't, didn't, doesn't",
	},
	{
		code: "es",
		same: map[string]string{
			"quisiera": "quiero", "querria": "quiero", "desearia": "quiero", "deseo": "quiero", "nos": "me", "encantaria": "gustaria", "apeteceria": "gustaria", "apetece": "gustaria", "interesaria": "gustaria", "interesa": "gustaria",
			"queremos": "quiero", "querriamos": "quiero", "podria": "puedo", "podemos": "puedo", "podriamos": "puedo", "interesada": "interesado", "contrincante": "rival", "adversario": "rival", "oponente": "rival", "adversaria": "rival",
		},
		wants: "quiero, me gustaria, tengo ganas de, estoy interesado en, estaria interesado en, quien quiere, alguien quiere, alguien que quiera, alguien querria, hay alguien que quiera, hay alguien para, alguien se anima a, quien se anima a, alguien se apunta a, " +
			"busco a alguien para, busco alguien para, busco a alguien que quiera, busco gente para, seria posible, es posible, dejame",
		asks:    "puedo, se puede, como puedo",
		plays:   "jugar, una partida, partida, apuntarme, apuntarnos, unirme, unirnos, participar, entrar, echar una partida, inscribirme",
		begins:  "empezar, comenzar, probar, iniciar, hacer, tener, empezar a, encontrar, disputar, echar",
		invites: "retar, retar a, invitar, invitar a, invita, invita a, reto a, invite a, puedes invitar a, podrias invitar a, puedes retar a, podrias retar a, desafiar, desafiar a",
		whole: "busco rival, busco un rival, busco partida, busco una partida, quiero una partida, alguien para jugar, hay alguien para jugar, alguien para una partida, hay alguien para una partida, jugamos, juguemos, jugamos una partida, echamos una partida, " +
			"me apunto, puedes buscarme rival, puedes buscarme un rival, necesito un rival, necesito rival, busco pareja, hay alguien con quien jugar",
		learns:  "como se juega, como jugar, como funciona, que tengo que hacer, que hay que hacer, que debo hacer, quiero aprender, me gustaria aprender, puedes explicarme, podrias explicarme, explicame, ensename, cuales son las reglas",
		polite:  "por favor, porfa, si es posible, si puede ser, si se puede, hola",
		between: "mucho, muchisimo, tambien, bien, ya, yo, realmente, solo, a",
		games:   "partida, partidas, partidita, unlur, jugar, juego, rival, esto",
		withs:   "con, contra, entre",
		mates:   "amigo, amiga, hermano, hermana, padre, madre, hijo, hija, mujer, marido, novio, novia, pareja, companero, companera, colega, vecino, vecina, primo, prima, tio, tia, el, ella, ellos",
		tails: "a, al, una, un, otra, la, de, del, por, correo, mail, email, electronico, e-mail, tambien, alguien, quien, sea, cualquiera, vosotros, ustedes, ti, tu, usted, contigo, aqui, mi, su, en, linea, vez, nueva, alguna, mas, " +
			"este, esta, club, que, se, llama, cuya, direccion, es, online, gente, otros, otras, otro, ahora, hoy, entonces, jugador, jugadora, jugadores, persona, personas, nuevo, mundo, todo, tablero, vuestro, bot, me, rato, amistosa, mesa",
		ends:  "y, e, pero, porque, pues, aunque, asi, ya, gracias, muchas, saludos",
		halts: "no, nunca, si, cuando, tampoco, nadie, dice, dijo, jamas",
	},
	{
		code: "ca",
		same: map[string]string{
			"voldria": "vull", "volem": "vull", "voldriem": "vull", "desitjo": "vull", "desitjaria": "vull", "m'encantaria": "m'agradaria", "m'abelliria": "m'agradaria", "m'interessaria": "m'agradaria", "m'interessa": "m'agradaria",
			"podria": "puc", "podem": "puc", "podriem": "puc", "interessada": "interessat", "contrincant": "rival", "adversari": "rival", "oponent": "rival", "cerco": "busco",
		},
		wants: "vull, m'agradaria, ens agradaria, em ve de gust, em vindria de gust, tinc ganes de, em fa il·lusio, em faria il·lusio, estic interessat en, estic interessat a, estaria interessat a, qui vol, algu vol, algu voldria, algu que vulgui, hi ha algu que vulgui, hi ha algu per, " +
			"algu s'anima a, qui s'anima a, algu s'apunta a, busco algu per, busco a algu per, busco algu que vulgui, busco gent per, seria possible, es possible, deixa'm",
		asks:    "puc, es pot, m'hi puc, hi puc, puc-hi, com puc, com m'hi puc",
		plays:   "jugar, una partida, partida, jugar-hi, apuntar, apuntar-m'hi, apuntar-me, apuntar-nos-hi, afegir-m'hi, afegir-me, unir-m'hi, unir-me, participar, participar-hi, entrar, entrar-hi, inscriure'm, fer una partida",
		begins:  "comencar, provar, iniciar, fer, tenir, comencar a, trobar, disputar, encetar",
		invites: "reptar, reptar a, reptar en, convidar, convidar a, convidar en, convida, convida a, pots convidar, pots convidar a, podries convidar, podries convidar a, repto, repto a, invita, invita a, invitar, desafiar",
		whole: "busco rival, busco un rival, busco partida, busco una partida, vull una partida, algu per jugar, hi ha algu per jugar, algu per a una partida, algu per fer una partida, hi ha algu per a una partida, juguem, fem una partida, " +
			"m'hi apunto, m'apunto, em pots buscar rival, em pots buscar un rival, pots buscar-me rival, em cal un rival, necessito un rival, hi ha algu amb qui jugar",
		learns:  "com es juga, com s'hi juga, com jugar, com funciona, com va aixo, que he de fer, que cal fer, vull aprendre, m'agradaria aprendre, em pots explicar, explica'm, ensenya'm, quines son les regles",
		polite:  "si us plau, sisplau, si pot ser, si es pot, si es possible, hola",
		between: "molt, moltissim, tambe, be, ja, jo, realment, nomes, poder, a, de",
		games:   "partida, partides, partideta, unlur, jugar, joc, rival, ho, jugar-hi, aixo",
		withs:   "amb, contra, entre",
		mates:   "amic, amiga, germa, germana, pare, mare, fill, filla, dona, marit, xicot, xicota, parella, company, companya, col·lega, vei, veina, cosi, cosina, oncle, tieta, ell, ella, ells",
		tails: "a, al, una, un, altra, la, el, l', d', de, del, en, na, per, correu, mail, email, electronic, e-mail, tambe, algu, qualsevol, vosaltres, tu, voste, aqui, meu, meva, linia, vegada, nova, alguna, mes, aquest, aquesta, " +
			"club, que, es, diu, seva, adreca, online, hi, gent, altres, altre, ara, avui, llavors, jugador, jugadora, jugadors, persona, nou, tothom, tauler, vostre, bot, estona, amistosa, sigui, qui",
		ends:  "i, pero, perque, ja, doncs, encara, gracies, moltes, merci, salutacions",
		halts: "no, mai, si, quan, tampoc, ningu, diu, deia",
	},
	{
		code: "fr",
		same: map[string]string{
			"voudrais": "veux", "souhaite": "veux", "souhaiterais": "veux", "voudrait": "veut", "aimerait": "veut", "voulons": "veux", "voudrions": "veux", "aimerions": "veux", "j'aimerais": "je veux", "j'adorerais": "je veux", "nous": "je",
			"aurais": "ai", "j'aurais": "j'ai", "pourrais": "peux", "pourrais-je": "puis-je", "interessee": "interesse", "ravie": "ravi", "heureux": "ravi", "heureuse": "ravi", "content": "ravi", "contente": "ravi", "pourrait": "peut", "pourrait-on": "peut-on",
			"cela": "ca", "partenaire": "adversaire", "serait-il": "est-il", "desire": "veux", "desirerais": "veux",
		},
		wants: "je veux, on veut, moi veux, j'ai envie de, j'ai envie d', ca me plairait de, ca me dirait de, ca me tente de, je serais ravi de, je suis interesse par, je serais interesse par, qui veut, quelqu'un veut, quelqu'un veut-il, est-ce quelqu'un veut, est-ce que quelqu'un veut, est-ce qu' quelqu'un veut, " +
			"y a-t-il quelqu'un pour, il y a quelqu'un pour, quelqu'un pour, je cherche quelqu'un pour, je cherche quelqu'un avec qui, est-il possible de, est-il possible d', c'est possible de, serait ce possible de, veux-tu, voulez-vous, puis-je, est-ce que je peux, peut-on, est-ce qu' on peut, pouvez-vous, pourriez-vous, peux-tu, pourrais-tu",
		asks:    "je peux, on peut, comment puis-je, comment je peux",
		plays:   "jouer, une partie, partie, y jouer, participer, m'inscrire, rejoindre, vous rejoindre, me joindre a vous, m'y mettre, faire une partie",
		begins:  "commencer, essayer, lancer, demarrer, decouvrir, faire, disputer, trouver, tenter, entamer, essayer de, commencer a, engager",
		invites: "defier, inviter, je defie, invite, invitez, defie, defiez, affronter",
		whole: "je cherche une partie, je cherche un adversaire, cherche adversaire, cherche un adversaire, je veux une partie, quelqu'un pour une partie, il y a quelqu'un pour une partie, quelqu'un pour jouer, jouons, une partie vous tente, qui est partant, " +
			"je me lance, trouvez-moi un adversaire, trouve-moi un adversaire, il me faut un adversaire, comptez sur moi, je suis partant, je suis partante",
		learns:  "comment jouer, comment on joue, comment joue-t-on, comment y jouer, comment ca marche, comment ca fonctionne, comment faire, que dois-je faire, qu' est-ce que je dois faire, je veux apprendre, peux-tu m'expliquer, pouvez-vous m'expliquer, explique-moi, expliquez-moi, quelles sont les regles",
		polite:  "s'il vous plait, s'il te plait, svp, stp, si possible, si c'est possible, bonjour, salut",
		between: "bien, beaucoup, aussi, vraiment, egalement, tres, volontiers, juste, simplement, a, de",
		games:   "partie, parties, unlur, jouer, jeu, adversaire, match, manche, ca",
		withs:   "avec, contre, entre",
		mates:   "ami, amie, copain, copine, frere, soeur, pere, mere, fils, fille, femme, mari, compagnon, compagne, collegue, voisin, voisine, cousin, cousine, oncle, tante, lui, elle, eux, pote",
		tails: "a, au, aux, une, un, autre, la, le, les, l', d', de, du, des, par, courriel, mail, email, e-mail, courrier, message, aussi, quelqu'un, n'importe, qui, vous, toi, votre, ton, ici, mon, ma, mes, ce, cette, en, ligne, dont, adresse, est, " +
			"bot, club, premiere, nouvelle, petite, quelques, n', importe, maintenant, aujourd'hui, joueur, joueuse, joueurs, debutant, sur, plateau, monde, tout, autres, d'autres, s'appelle, electronique, amicale, son, y, on, moi",
		ends:  "et, mais, car, parce, puisque, donc, alors, merci, cordialement",
		halts: "ne, n', pas, jamais, si, quand, dit, lorsque, personne, s'il",
	},
}

var wishWords = indexWishes()

func indexWishes() (all []*wishTongue) {
	for _, row := range wishRows {
		l := &wishTongue{
			code: row.code, wants: phrasesOf(row.wants), asks: phrasesOf(row.asks), learns: phrasesOf(row.learns), same: row.same, polite: phrasesOf(row.polite),
			between: setOf(lexicon.Entries(row.between)), games: setOf(lexicon.Entries(row.games)), withs: setOf(lexicon.Entries(row.withs)), mates: setOf(lexicon.Entries(row.mates)), tails: setOf(lexicon.Entries(row.tails)),
			ends: setOf(lexicon.Entries(row.ends)), halts: setOf(lexicon.Entries(row.halts)),
		}
		for _, whole := range phrasesOf(row.whole) {
			l.whole = append(l.whole, wishVerb{words: whole})
		}
		for needs, list := range map[need]string{nothing: row.plays, aGame: row.begins, somebody: row.invites} {
			for _, verb := range phrasesOf(list) {
				l.verbs = append(l.verbs, wishVerb{words: verb, needs: needs})
			}
		}
		for _, with := range phrasesOf(row.withs) { // "With bo@example.org, please"
			l.verbs = append(l.verbs, wishVerb{words: with, needs: anAddress})
		}
		longestFirst := func(a, b wishVerb) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), slices.Compare(a.words, b.words))
		}
		slices.SortFunc(l.whole, longestFirst)
		slices.SortFunc(l.verbs, longestFirst)
		all = append(all, l)
	}
	return all
}

func setOf(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

func phrasesOf(list string) (phrases [][]string) {
	for _, phrase := range lexicon.Entries(list) {
		phrases = append(phrases, strings.Fields(phrase))
	}
	return phrases
}
