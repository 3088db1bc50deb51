package command

import "testing"

// What two players say to each other, and nothing that may be meant for a program.
func TestIsChat(t *testing.T) {
	for reply, want := range map[string]bool{
		"Thanks!": true, "Thanks, Bo!\n\nAna": true, "Good move": true, "Good move, Ana :-)": true, "Hi Bo,\n\nwell played!\n\nCheers": true,
		"¡Buena jugada!": true, "Moltes gràcies. Bona sort!": true, "Bien joué, merci !": true, "👍": true, "Bon coup\nÀ bientôt": true,
		"": false, "Ana": false, "Hi Bo,": false, "Good move?": false, "Thanks, resign": false, "Thanks, D5": false, "Thanks.\nI am away": false,
		"Good move, but I play on": false, "👎": false, "> Thanks!": false, "Stop it": false,
	} {
		if got := (Message{Reply: reply}).IsChat(); got != want {
			t.Errorf("%q: %v", reply, got)
		}
	}
}

// Who was invited and knows nothing of us asks so.
func TestAsksWho(t *testing.T) {
	for reply, want := range map[string]bool{
		"Who are you?": true, "Hello,\n\nwho is this? I don't know any Ana.": true, "WHAT IS THIS": true, "Hi, is this spam?": true, "¿Quién eres?": true, "Hola, ¿qué es esto?": true,
		"Qui ets?": true, "Què és això?": true, "Bonjour, qui êtes-vous ?": true, "C’est quoi ?": true,
		"": false, "accept": false, "Who are you to say that?": false, "What is this move for?": false, "> Who are you?": false, "¿Quién gana?": false, "Qui juga?": false,
	} {
		if got := (Message{Reply: reply}).AsksWho(); got != want {
			t.Errorf("%q: %v", reply, got)
		}
	}
}

func TestIsStuck(t *testing.T) {
	for text, want := range map[string]bool{
		"Hmm. What's the answer?": true, "I give up!": true, "Hi,\n\nno idea…": true,
		"¿Cuál es la respuesta?": true, "No lo sé": true, "Ni idea, la verdad": true, "Je donne ma langue au chat.": true, "C'est quoi la réponse ?": true,
		"D4": false, "": false, "My next move is D4": false, "> next": false, "The answer is D4": false, "Thanks": false, "next": false,
	} {
		if got := (Message{Reply: text}).IsStuck(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestWantsNext(t *testing.T) {
	for text, want := range map[string]bool{
		"next": true, "Skip this one, please.": true, "Next puzzle please": true, "Another one!": true, "siguiente": true, "Otro, por favor": true, "La següent!": true, "Un altre": true, "Suivant !": true,
		"My next move is D4": false, "> next": false, "I give up": false, "": false,
	} {
		if got := (Message{Reply: text}).WantsNext(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
