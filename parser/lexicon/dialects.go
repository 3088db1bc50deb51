package lexicon

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// A Dialect is the words of one language for all that can stand in a command. What
// they mean is written in English, as it stands in a command of package command; the English words are
// understood in every language.
//
// To add a language is to add a row. A word is written with its accents, which
// players may leave out, and in lower case. Of several, parted by commas, the first
// one is what mails show, and the others are understood too.
type Dialect struct {
	Code  string   // BCP 47
	Names string   // of the language, in any language
	Verbs Glossary // the words that commands begin with
	Words Glossary // those that follow: options, settings and small words
	// Doubtful are forms of verbs that are asked about: as a line of their own they may
	// be said to the other player, of somebody else, or of something else.
	Doubtful Glossary
	// alike are words with which people ask for what a command does, and tell of it: they
	// are asked about as that command.
	alike Glossary
	// Topics are words that players ask help on and that mean nothing in a command.
	Topics Glossary
	// openers are words with which sentences go on behind the words for "say" and
	// "note": "Dire que je gagnais!"
	openers string
	// prose are words of sentences, which in a name have a capital.
	prose string
}

// A Glossary has the words of a language by the English one.
type Glossary map[string]string

// Dialects are those of the languages in which there are mails, English first.
// Spanish and Catalan commands are imperatives, French ones infinitives; the other
// form is understood where it is no sentence of its own. What ends something, a game,
// an invitation, an absence or the mails, is an infinitive in all of them, for
// "¡Abandona!" may be said to the other player; see Doubtful.
var Dialects = []Dialect{
	{
		Code:  "en",
		Names: "english, inglés, anglès, anglais, ingles, angles",
		Verbs: Glossary{"move": "move, play", "black": "black, pass, red", "stop": "stop, unsubscribe"},
		Words: Glossary{"days": "days, day, d", "weeks": "weeks, week, w", "hours": "hours, hour, h", "until": "until, till", "ifs": "ifs, if", "friendly": "friendly, unrated, casual, unranked"},
		alike: Glossary{"away": "vacation, vacations, holiday, holidays, pause, break, absent"},
	},
	{
		Code:  "es",
		Names: "español, castellano, spanish, espanyol, castellà, espagnol, castillan, castilian",
		Verbs: Glossary{
			"move": "juega, jugar, mueve, mover", "black": "negras, negro, rojo, pasar", "resign": "abandonar, rendirse", "abort": "anular, cancelar", "undo": "deshaz, deshacer",
			"allow": "permite, permitir, permito", "deny": "deniega, denegar, deniego", "preview": "prueba, probar", "if": "si",
			"challenge": "reta, retar, desafía, desafiar", "accept": "acepta, aceptar, acepto", "decline": "rechaza, rechazar, rechazo",
			"withdraw": "retirar", "rematch": "revancha", "seek": "busca, buscar, busco", "seeks": "ofertas", "limit": "límite, limita, limitar",
			"show": "muestra, mostrar, ver", "history": "historial, historia", "games": "partidas", "export": "exporta, exportar",
			"watch": "observa, observar, sigue, seguir", "unwatch": "ignora, ignorar", "say": "di, decir", "note": "anota, anotar, apunta, apuntar",
			"mute": "silencia, silenciar", "unmute": "desilencia, desilenciar", "standings": "clasificación", "profile": "perfil", "results": "resultados",
			"name": "nombre", "set": "ajusta, ajustar, ajustes, configura, configurar, pon, poner, cambia, cambiar", "away": "ausente", "back": "regresar",
			"address": "dirección", "help": "ayuda", "rules": "reglas", "stop": "parar", "never": "nunca más, nunca", "forget": "borra, borrar, olvida, olvidar",
			"yes": "sí", "no": "no",
		},
		Words: Glossary{
			"today": "hoy", "tomorrow": "mañana", "monday": "lunes", "tuesday": "martes", "wednesday": "miércoles", "thursday": "jueves", "friday": "viernes", "saturday": "sábado", "sunday": "domingo",
			"size": "tamaño", "first": "primero, primera", "second": "segundo, segunda", "pace": "ritmo", "rated": "puntuada, puntuado",
			"friendly": "amistosa, amistoso, informal", "match": "doble", "private": "privada, privado", "count": "cantidad", "max": "máximo, máx", "none": "ninguno, ninguna, sin",
			"any": "cualquiera, otra, cualquier", "then": "entonces, luego", "at": "en, a", "move": "jugada", "game": "partida", "to": "al, a, hasta", "until": "hasta",
			"from": "desde, del, de", "for": "por, durante", "days": "días, día", "weeks": "semanas, semana", "hours": "horas, hora",
			"all": "todo, todas", "me": "datos, mis datos", "ifs": "planes, mis planes", "add": "añade, añadir", "drop": "quita, quitar",
			"of": "de", "again": "más", "or": "o", "and": "y",
			"language": "idioma, lengua", "zone": "zona, zona horaria, huso", "weekends": "fines de semana, findes", "reminders": "recordatorios, avisos", "format": "formato", "mails": "correos", "confirmations": "confirmaciones, confirmación",
			"on": "sí, activado", "off": "no, desactivado", "text": "texto", "each": "todos, cada uno", "daily": "diarios, diario",
		},
		alike: Glossary{"away": "vacaciones, pausa, fuera, descanso"},
		Doubtful: Glossary{
			"resign": "abandona, abandone", "abort": "anula, anulo, cancela, cancelo", "withdraw": "retira, retiro", "back": "regreso", "stop": "baja",
		},
		Topics: Glossary{
			"clock": "reloj, relojes, tiempo", "rating": "puntuación, puntuaciones", "holiday": "vacaciones, ausencia", "invite": "invita, invitar, invitación, reto, retos",
			"offer": "oferta", "plan": "plan, plan de jugadas", "moves": "jugada, jugadas, movimiento, casilla", "stone": "ficha, piedra", "notes": "nota, notas", "addresses": "direcciones",
			"settings": "preferencias, opciones",
		},
		openers: "que, qué, lo, algo, tú, me",
		prose:   "es, son, era, fue, está, están, ha, han, he, mi, mis, tu, tus, su, sus, que, para, por, con, muy, más, la, el, los, las, un, una, se, me, te",
	},
	{
		Code:  "ca",
		Names: "català, valencià, catalan, catalán, valenciano",
		Verbs: Glossary{
			"move": "juga, jugar, mou, moure", "black": "negres, negre, vermelles, vermell, passar", "resign": "abandonar, rendir-se", "abort": "anul·lar, anul.lar, anullar, cancel·lar, cancel.lar, cancellar", "undo": "desfés, desfer",
			"allow": "permet, permetre, permeto", "deny": "denega, denegar, denego", "preview": "prova, provar", "if": "si",
			"challenge": "repta, reptar, desafia, desafiar", "accept": "accepta, acceptar, accepto", "decline": "rebutja, rebutjar, declina, declinar",
			"withdraw": "retirar", "rematch": "revenja, revanxa", "seek": "busca, buscar, busco", "seeks": "ofertes", "limit": "límit, limita, limitar",
			"show": "mostra, mostrar, veure", "history": "historial, història", "games": "partides", "export": "exporta, exportar",
			"watch": "observa, observar, segueix, seguir", "unwatch": "ignora, ignorar", "say": "digues, dir", "note": "anota, anotar, apunta, apuntar",
			"mute": "silencia, silenciar", "unmute": "dessilencia, dessilenciar", "standings": "classificació", "profile": "perfil", "results": "resultats",
			"name": "nom", "set": "ajusta, ajustar, configura, configurar, posa, posar, canvia, canviar", "away": "absent", "back": "tornar",
			"address": "adreça", "help": "ajuda", "rules": "regles", "stop": "aturar", "never": "mai més, mai", "forget": "esborra, esborrar, oblida, oblidar",
			"yes": "sí", "no": "no",
		},
		Words: Glossary{
			"today": "avui", "tomorrow": "demà", "monday": "dilluns", "tuesday": "dimarts", "wednesday": "dimecres", "thursday": "dijous", "friday": "divendres", "saturday": "dissabte", "sunday": "diumenge",
			"size": "mida", "first": "primer, primera", "second": "segon, segona", "pace": "ritme", "rated": "puntuada, puntuat",
			"friendly": "amistosa, amistós, informal", "match": "doble", "private": "privada, privat", "count": "quantitat", "max": "màxim, màx", "none": "cap, sense",
			"any": "qualsevol, altra", "then": "llavors, després", "at": "a, en", "move": "jugada", "game": "partida", "to": "al, a, fins", "until": "fins, fins al",
			"from": "del, des, de", "for": "durant, per", "days": "dies, dia", "weeks": "setmanes, setmana", "hours": "hores, hora",
			"all": "tot, totes", "me": "dades, les meves dades", "ifs": "plans, els meus plans", "add": "afegeix, afegir", "drop": "treu, treure",
			"of": "de, d'en, de la", "again": "més", "or": "o", "and": "i",
			"language": "llengua, idioma", "zone": "zona, zona horària, fus", "weekends": "caps de setmana, findes", "reminders": "recordatoris, avisos", "format": "format", "mails": "correus", "confirmations": "confirmacions, confirmació",
			"on": "sí, activat", "off": "no, desactivat", "text": "text", "each": "tots, cada un", "daily": "diaris, diari",
		},
		alike: Glossary{"away": "vacances, pausa, fora, descans"},
		Doubtful: Glossary{
			"resign": "abandona", "abort": "anul·la, anul·lo, cancel·la, cancel·lo", "withdraw": "retira, retiro", "back": "torno", "stop": "atura, atura't, baixa",
		},
		Topics: Glossary{
			"clock": "rellotge, rellotges, temps", "rating": "puntuació, puntuacions", "holiday": "vacances, absència", "invite": "invita, convida, convidar, invitació, repte, reptes",
			"offer": "oferta", "plan": "pla, pla de jugades", "moves": "jugada, jugades, moviment, casella", "stone": "fitxa, pedra", "notes": "nota, notes", "addresses": "adreces",
			"settings": "preferències, opcions",
		},
		openers: "que, què, ho, alguna, tu, me",
		prose:   "és, són, era, està, ha, han, he, meu, meva, teu, teva, seu, seva, que, per, amb, molt, més, la, el, els, les, un, una, es, em, et",
	},
	{
		Code:  "fr",
		Names: "français, french, francés, francès, frances",
		Verbs: Glossary{
			"move": "jouer, joue, jouez", "black": "noir, noirs, rouge, passer", "resign": "abandonner", "abort": "interrompre", "undo": "annuler, annule",
			"allow": "permettre, permets", "deny": "rejeter, rejette", "preview": "essayer, essaie", "if": "si",
			"challenge": "défier, défie, défiez", "accept": "accepter, accepte", "decline": "décliner, décline, refuser, refuse",
			"withdraw": "retirer", "rematch": "revanche", "seek": "chercher, cherche", "seeks": "offres", "limit": "limite, limiter",
			"show": "montrer, montre, voir", "history": "historique", "games": "parties", "export": "exporter, exporte",
			"watch": "observer, observe, suivre", "unwatch": "ignorer, ignore", "say": "dire, dis", "note": "noter",
			"mute": "masquer", "unmute": "réafficher, réaffiche", "standings": "classement", "profile": "profil", "results": "résultats",
			"name": "nom", "set": "régler, réglages, configurer, mettre, mets, changer, change", "away": "absent, absente", "back": "revenir",
			"address": "adresse", "help": "aide", "rules": "règles", "stop": "arrêter, désabonner", "never": "jamais plus, jamais", "forget": "effacer, efface, oublier, oublie",
			"yes": "oui", "no": "non",
		},
		Words: Glossary{
			"today": "aujourd'hui", "tomorrow": "demain", "monday": "lundi", "tuesday": "mardi", "wednesday": "mercredi", "thursday": "jeudi", "friday": "vendredi", "saturday": "samedi", "sunday": "dimanche",
			"size": "taille", "first": "premier, première", "second": "second, seconde, deuxième", "pace": "cadence, rythme", "rated": "classée, classé",
			"friendly": "amicale, amical", "match": "double", "private": "privée, privé", "count": "nombre", "max": "max, maximum", "none": "aucun, aucune, sans",
			"any": "autre, tout, n'importe", "then": "alors, puis", "at": "à, au", "move": "coup", "game": "partie", "to": "au, à, jusqu'au", "until": "jusqu'au, jusqu'à",
			"from": "du, de", "for": "pendant, pour", "days": "jours, jour, j", "weeks": "semaines, semaine", "hours": "heures, heure",
			"all": "tout, toutes", "me": "données, mes données", "ifs": "plans, mes plans", "add": "ajouter, ajoute", "drop": "enlever, enlève",
			"of": "de", "again": "plus", "or": "ou", "and": "et",
			"language": "langue", "zone": "fuseau, fuseau horaire", "weekends": "week-ends", "reminders": "rappels, rappel", "format": "format", "mails": "courriels, courrier", "confirmations": "confirmations, confirmation",
			"on": "oui, activé", "off": "non, désactivé", "text": "texte", "each": "tous, chacun", "daily": "quotidiens, quotidien",
		},
		alike: Glossary{"away": "vacances, congé, congés, pause"},
		Doubtful: Glossary{
			"resign": "abandonne, abandonnez", "abort": "interromps, interrompt, interrompez", "withdraw": "retire, retirez", "mute": "masque", "back": "retour", "stop": "arrête, arrêtez",
		},
		Topics: Glossary{
			"clock": "pendule, horloge, temps", "rating": "cote, points", "holiday": "vacances, congés, absence", "invite": "inviter, invite, invitation, défi, défis",
			"offer": "offre", "plan": "plan", "moves": "coup, coups, case", "stone": "pion, pierre", "notes": "notes", "addresses": "adresses",
			"settings": "préférences, options",
		},
		openers: "que, quoi, donc, moi, ça, ce, n'importe",
		prose:   "est, sont, était, sera, a, ont, ai, mon, ma, mes, ton, ta, tes, son, sa, ses, que, qui, pas, pour, avec, très, plus, la, le, les, des, un, une, se, me, te",
	},
}

// Entries returns the words of a list as it stands in the tables.
func Entries(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

// Show returns the word that a language shows for an English one.
func (l Glossary) Show(english string) string {
	if list, ok := l[english]; ok {
		return Entries(list)[0]
	}
	return english
}

// DialectOf finds a dialect by its code.
func DialectOf(code string) (*Dialect, bool) {
	i := slices.IndexFunc(Dialects, func(d Dialect) bool { return d.Code == code })
	if i < 0 {
		return nil, false
	}
	return &Dialects[i], true
}

// The tables by what is looked for, each word without its accents.
var (
	meanings = indexMeanings()
	// Doubtful and Alike give the verb that some words probably mean, as plain.Phrase
	// has them: see Dialect.
	Doubtful = indexDoubtful(func(d *Dialect) Glossary { return d.Doubtful })
	Alike    = indexDoubtful(func(d *Dialect) Glossary { return d.alike })
	// Openers and Prose are the words of sentences that are no commands.
	Openers = indexDialects(func(d *Dialect) string { return d.openers })
	Prose   = indexDialects(func(d *Dialect) string { return d.prose })
	// LanguageNames gives the code of a language by each of its names.
	LanguageNames = indexNames()
)

// indexMeanings finds the English words for a word that does not begin a command.
func indexMeanings() map[string][]string {
	index := map[string][]string{}
	for i := range Dialects {
		for english, list := range Dialects[i].Words {
			for _, word := range append(Entries(list), english) {
				if key := plain.Unaccented(word); !slices.Contains(index[key], english) {
					index[key] = append(index[key], english)
				}
			}
		}
	}
	return index
}

// indexDoubtful finds the verb that some words probably mean, in the form that
// plain.Phrase gives and without accents.
func indexDoubtful(field func(*Dialect) Glossary) map[string]string {
	index := map[string]string{}
	for i := range Dialects {
		for verb, list := range field(&Dialects[i]) {
			for _, words := range Entries(list) {
				index[plain.Phrase(plain.Unaccented(words))] = verb
			}
		}
	}
	return index
}

func indexDialects(field func(*Dialect) string) map[string]bool {
	set := map[string]bool{}
	for i := range Dialects {
		for _, word := range Entries(field(&Dialects[i])) {
			set[plain.Unaccented(word)] = true
		}
	}
	return set
}

// indexNames finds the code of a language by its names.
func indexNames() map[string]string {
	index := map[string]string{}
	for i := range Dialects {
		for _, name := range Entries(Dialects[i].Names) {
			index[plain.Unaccented(name)] = Dialects[i].Code
		}
	}
	return index
}

// Means reports whether a word, or a few, stand for an English one in some language.
func Means(word, english string) bool {
	return means(plain.Unaccented(word), english)
}

func means(unaccented, english string) bool {
	return unaccented == english || slices.Contains(meanings[unaccented], english)
}

// MeaningOf returns which of some English words a word stands for, "" for none.
func MeaningOf(word string, of []string) string {
	key := plain.Unaccented(word)
	i := slices.IndexFunc(of, func(english string) bool { return means(key, english) })
	if i < 0 {
		return ""
	}
	return of[i]
}

// WordsFor returns the words of all languages for an English one.
func WordsFor(english string) []string {
	words := []string{english}
	for i := range Dialects {
		for _, word := range Entries(Dialects[i].Words[english]) {
			if key := plain.Unaccented(word); !slices.Contains(words, key) {
				words = append(words, key)
			}
		}
	}
	return words
}
