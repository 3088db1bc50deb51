package command

import (
	"testing"

	"unlurbot/parser/mime"
)

// TestWishes reads what newcomers write who wish to play.
func TestWishes(t *testing.T) {
	const bo = "challenge bo@example.org"
	for text, want := range map[string]string{
		"hello, I would like to play with bo@example.org": bo,
		"How do I play?": "learn", "What are the rules?": "help", "¿Cuáles son las reglas?": "help", "I am new. What do I have to do to play?": "help", "Hola, com es juga?": "learn", "¿Cómo funciona esto?": "help", "Bonjour, comment ça marche ?": "help",
		"I would like to learn to play": "learn", "I want to learn the game": "learn", "Hello! Teach me, please": "learn", "Can you teach me how to play Unlur?": "learn", "Quiero aprender a jugar": "learn",
		"¿Me puedes enseñar?": "learn", "Enséñame a jugar, por favor": "learn", "M'agradaria aprendre a jugar-hi": "learn", "J'aimerais apprendre à jouer": "learn", "Comment joue-t-on ?": "learn", "How does it work? I'd like to play with bo@example.org": bo, "Is there someone who'd like to play against me?": "seek",
		"New game please": "seek", "game with bo@example.org": bo, "Register me": "seek", "Mon ami bo@example.org et moi voudrions jouer": bo,
		"can I join?": "seek", "I'd like to play a game of Unlur": "seek", "is anybody up for a game?": "seek", "Let's play!": "seek",
		"Hi there,\n\nI'd love to play Unlur. Is anyone up for a game?\n\nCheers,\nEve":               "seek",
		"Dear Sir or Madam,\n\nI should be grateful for a game. I would very much like to take part.": "seek",
		"Could I please play a game against Bo (bo@example.org)?":                                     bo,
		"Hello!\nI want to play with my friend Bo <bo@example.org>.\nThanks,\nAna":                    bo,
		"Hi, I'm Ana from Girona. A friend told me about Unlur and I'd really like to try it.":        "seek",
		"I would like to play with a friend. His address is bo@example.org.":                          bo,
		"My friend bo@example.org told me about this. Can we play a game?":                            bo,
		"I'd like to play a game of size 8 with bo@example.org, please":                               bo + " size 8",
		"Please invite bo@example.org to a game":                                                      bo,
		"Would you please invite Bo to a game?":                                                       "challenge Bo",
		"play with bo@example.org":                                                                    bo, "With bo@example.org, please.": bo, "Amb bo@example.org": bo, "A game with bo@example.org, please": bo,
		"I'd like to play against the computer": "challenge robot", "Can I play against the bot?": "challenge robot", "I want to play against a robot, size 8": "challenge robot size 8",
		"Quiero jugar contra el ordenador": "challenge robot", "Vull jugar contra l'ordinador": "challenge robot", "Je voudrais jouer contre l'ordinateur": "challenge robot",
		"I'd like to play with a friend": "challenge", "I would like to play with Bo": "challenge Bo",
		"How can I join?": "seek", "I'm looking for an opponent.": "seek", "Fancy a game?": "seek", "Wanna play?": "seek", "I wanna play": "seek",
		"I would like to play with you": "seek", "I'm keen to play, but I know nobody here.": "seek", "Anyone for a game?": "seek",
		"I’d like to play with bo@example.org": bo, "CAN I PLAY?": "seek", "I'd like to begin a game": "seek", "I'd be delighted to play": "seek",
		"I would like to play a game of Unlur by mail with bo@example.org because he is a\nfriend of mine and lives far away. Is that possible?": bo,

		"hola, vull jugar": "seek", "Hola! M'agradaria jugar amb bo@example.org": bo, "Bon dia,\n\nm’agradaria molt jugar una partida d’Unlur amb el Bo (bo@example.org), si us plau.\n\nGràcies,\nAnna": bo,
		"Hi puc jugar?": "seek", "M'hi puc apuntar?": "seek", "Puc jugar-hi?": "seek", "Voldria fer una partida amb en Bo": "challenge Bo", "Busco rival": "seek",
		"Hi ha algú que vulgui jugar?": "seek", "Algú s'anima a fer una partida?": "seek", "Vull jugar amb un amic": "challenge", "Em ve de gust jugar": "seek",
		"Vull jugar amb un amic. La seva adreça és bo@example.org": bo, "Em pots buscar un rival, si us plau?": "seek", "Convida bo@example.org": bo, "Juguem?": "seek",
		"Tinc ganes de provar l'Unlur": "seek", "Vull fer una partida de mida 8 amb bo@example.org": bo + " size 8", "Benvolguts,\nens agradaria jugar": "seek",

		"me gustaría jugar una partida": "seek", "Hola, quiero jugar con bo@example.org": bo, "¿Puedo jugar?": "seek", "¿Puedo unirme?": "seek", "Quisiera jugar al Unlur, por favor": "seek",
		"Buenos días:\n\nMe gustaría mucho jugar una partida con mi amigo Bo (bo@example.org).\n\nUn saludo,\nAna": bo, "¿Alguien para una partida?": "seek",
		"¿Alguien quiere jugar?": "seek", "Quiero jugar contra un amigo": "challenge", "Quiero retar a bo@example.org": bo, "Invita a bo@example.org": bo,
		"Me apetece jugar": "seek", "Querría empezar una partida": "seek", "Tengo ganas de jugar, pero no conozco a nadie": "seek", "¿Podría apuntarme, por favor?": "seek",

		"Bonjour, je voudrais jouer avec bo@example.org": bo, "J'aimerais bien jouer une partie, s'il vous plaît": "seek", "Puis-je participer ?": "seek", "Je veux jouer": "seek",
		"Bonjour,\n\nj’aimerais faire une partie d’Unlur avec mon ami Bo (bo@example.org), s’il vous plaît.\n\nCordialement,\nChloé": bo, "Est-ce que je peux jouer ?": "seek",
		"Quelqu'un veut jouer ?": "seek", "Y a-t-il quelqu'un pour une partie ?": "seek", "Je cherche un adversaire": "seek", "J'ai envie d'essayer l'Unlur": "seek", "Qui veut jouer ?": "seek",
		"Je souhaiterais m'inscrire": "seek", "Pourriez-vous inviter bo@example.org ?": bo, "Je voudrais jouer contre un ami": "challenge", "Est-ce qu'on peut jouer ?": "seek",
		"Salut ! Je voudrais bien jouer avec toi": "seek", "Serait-il possible de jouer une partie ?": "seek",
	} {
		t.Run(text, func(t *testing.T) {
			m := Message{Reply: text, From: mime.Address{Addr: "ana@example.net"}}
			c, ok := m.Wish()
			got := ""
			if ok {
				got = c.String()
			}
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestNoWishes holds that what only speaks of playing, is about a move, or was written to
// many proposes nothing.
func TestNoWishes(t *testing.T) {
	for _, text := range []string{
		"", "Hello", "C4", "Thanks!", "I would like to play C4", "I'd like to play black", "can I play C4?", "I want to play D5, please", "Can I play first?",
		"I played well yesterday", "I like to play", "I love to play chess", "I wanted to play", "I don't want to play", "I do not want to play with bo@example.org",
		"I never want to play again", "I would like to play better", "I'd like to play the piano", "I can play chess", "Nobody wants to play with me",
		"I would like to play it safe", "When can I play?", "Why can I not play?", "My friend plays with bo@example.org",
		"What is this?", "Who are you?", "Can I undo?", "Can I have my move back?", "Can I resign?", "I want to resign",
		"I'd like to start over", "I would like to try something else", "Let me think", "I would like to have more time", "I'd like to have a word with you",
		"I'd like to challenge your decision", "May I invite you to our conference?", "Would you like to increase your sales?", "I would like to buy your domain",
		"Would you like to play at our casino? Join here: https://casino.example", "Join us at www.casino.example and play with us!\nI want to play!",
		"> I would like to play", "Bo wrote that he would like to play", "We could play tomorrow but you never answer", "I'd like to take part in the survey",
		"I would like to join your team as a developer", "I'd like to try the new phone", "I want to have a game changer",

		"Can I join the tournament?", "I'd like to take part in tournament 5", "Quiero apuntarme al torneo", "Em vull apuntar al torneig", "Puc apuntar-me al torneig?", "Je voudrais participer au tournoi",

		"Vaig jugar bé ahir", "No vull jugar", "Ja no vull jugar amb bo@example.org", "Vull jugar C4", "M'agrada jugar", "M'agradaria jugar millor", "Volia jugar",
		"Què és això?", "Si vull jugar, què faig?", "Ningú vol jugar amb mi", "Vull abandonar", "Em toca jugar", "Puc jugar negres?", "Vull una altra cosa", "Puc tornar la jugada?",
		"No m'agradaria jugar", "M'agradaria provar una altra cosa",

		"Ayer jugué bien", "No quiero jugar", "Ya no quiero jugar con bo@example.org", "Quiero jugar C4", "Me gusta jugar", "Me gustaría jugar mejor", "Quería jugar",
		"¿Qué es esto?", "Si quiero jugar, ¿qué hago?", "Nadie quiere jugar conmigo", "Quiero abandonar", "¿A quién le toca jugar?", "¿Puedo jugar negras?", "¿Puedo deshacer la jugada?",
		"Quiero hacer una pregunta", "Me gustaría tener más tiempo", "No me gustaría jugar",

		"J'ai bien joué hier", "Je ne veux pas jouer", "Je ne voudrais plus jouer avec bo@example.org", "Je voudrais jouer C4", "J'aime jouer", "Je voudrais mieux jouer", "Je voulais jouer",
		"Qu'est-ce que c'est ?", "Personne ne veut jouer", "Je veux abandonner", "C'est à moi de jouer ?", "Puis-je jouer noir ?",
		"Je voudrais faire une remarque", "Je voudrais essayer autre chose", "Je voudrais reprendre mon coup",
	} {
		m := Message{Reply: text, From: mime.Address{Addr: "ana@example.net"}}
		if c, ok := m.Wish(); ok {
			t.Errorf("%q: %s", text, c)
		}
	}
}
