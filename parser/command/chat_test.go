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
