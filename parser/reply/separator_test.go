package reply

import (
	"slices"
	"strings"
	"testing"
)

// headerBlocks are the fields that programs print above an older mail. A bar is
// a line end.
var headerBlocks = []string{
	"From: Unlur <unlur@example.net>|Sent: Friday, November 20, 2026 9:58 AM|To: Ana|Subject: Unlur #42",
	"From: Unlur|Date: Friday|To: Ana|Cc: Bo|Subject: x",
	"*From:* Unlur|*Sent:* Friday|*To:* Ana|*Subject:* x",
	"**From:** Unlur|**Sent:** Friday|**To:** Ana|**Subject:** x",
	"From:|Unlur <unlur@example.net>|Sent:|Friday|To:|Ana",
	"From: Unlur||Sent: Friday||To: Ana||Subject: x",
	"From: Unlur|<a-long-address-that-was-broken@example.net>|Sent: Friday|To: Ana",
	"From: Unlur|Reply-To: x|Sent: Friday|To: Ana",
	"Date: Fri, 20 Nov 2026 09:58:00 +0100|From: unlur@example.net|To: Ana|Subject: x",
	"Date: Fri, 20 Nov 2026 09:58:00 +0100 From: unlur@example.net To: Ana Subject: x",
	"Date: Wed, 20 Nov 2026 00:15:02 -0600|To: ana@example.org",
	"To: Ana|From: Unlur|Sent: Friday|Subject: x",
	"De: Unlur|Enviado el: viernes|Para: Ana|Asunto: x",
	"De : Unlur|Envoyé : vendredi|À : Ana|Objet : x",
	"envoyé : 20 novembre 2026 à 09:58|de : Unlur <unlur@example.net>|à : ana@example.org|objet : x",
	"De: Unlur|Enviat el: divendres|Per a: Ana|Tema: x",
	"De: Unlur|Data: divendres|A: Ana|Assumpte: x",
	"Von: Unlur|Gesendet: Freitag|An: Ana|Betreff: x",
	"Gesendet: Freitag, 20. November 2026 um 09:58 Uhr|Von: Unlur|An: Ana|Betreff: x",
	"Da: Unlur|Inviato: venerdì|A: Ana|Oggetto: x",
	"De: Unlur|Enviada em: sexta-feira|Para: Ana|Assunto: x",
	"Van: Unlur|Verzonden: vrijdag|Aan: Ana|Onderwerp: x",
	"Od: Unlur|Wysłano: piątek|Do: Ana|Temat: x",
	"Från: Unlur|Skickat: fredag|Till: Ana|Ämne: x",
	"Fra: Unlur|Sendt: fredag|Til: Ana|Emne: x",
	"Lähettäjä: Unlur|Lähetetty: perjantai|Vastaanottaja: Ana|Aihe: x",
	"Od: Unlur|Odesláno: pátek|Komu: Ana|Předmět: x",
	"От: Unlur|Отправлено: пятница|Кому: Ana|Тема: x",
	"От кого: Unlur|Кому: Ana|Дата: Пятница|Тема: x",
	"Від: Unlur|Надіслано: п'ятниця|Кому: Ana|Тема: x",
	"Kimden: Unlur|Gönderildi: Cuma|Kime: Ana|Konu: x",
	"Gönderen: Unlur|Tarih: Cuma|Kime: Ana|Konu: x",
	"差出人: Unlur|送信日時: 2026年11月20日 9:58|宛先: Ana|件名: x",
	"发件人: Unlur|发送时间: 2026年11月20日 9:58|收件人: Ana|主题: x",
	"寄件者: Unlur|寄件日期: 2026年11月20日|收件者: Ana|主旨: x",
	"发件人：Unlur|日期：2026年11月20日|收件人：Ana|主题：x",
	"보낸 사람: Unlur|보낸 날짜: 2026년 11월 20일|받는 사람: Ana|제목: x",
	"보낸사람: Unlur|날짜: 2026년 11월 20일|받는사람: Ana|제목: x",
	"Feladó: Unlur|Elküldve: péntek|Címzett: Ana|Tárgy: x",
	"De la: Unlur|Trimis: vineri|Către: Ana|Subiect: x",
	"Από: Unlur|Στάλθηκε: Παρασκευή|Προς: Ana|Θέμα: x",
	"מאת: Unlur|נשלח: יום שישי|אל: Ana|נושא: x",
	"من: Unlur|تاريخ الإرسال: الجمعة|إلى: Ana|الموضوع: x",
}

// separatorLines stand above an older mail.
var separatorLines = []string{
	"-----Original Message-----", "-------- Original Message --------", "----- Original Message ----- ",
	"------- Original Message -------", "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐", "*----- Original Message -----*",
	"-------- Original message --------From: Unlur", "---- Replied Message ----", "-----Original Appointment-----",
	"---------- Forwarded message ---------", "---------- Forwarded message ----------", "-------- Forwarded Message --------",
	"----- Forwarded message from Unlur <unlur@example.net> -----", "============ Forwarded message ============",
	"Begin forwarded message:", "-------- Mensaje original --------", "-----Mensaje original-----",
	"---------- Mensaje reenviado ---------", "Inicio del mensaje reenviado:", "-------- Missatge original --------",
	"-------- Missatge reenviat --------", "Inici del missatge reenviat:", "-------- Message d'origine --------",
	"-------- Message d’origine --------", "----- Mail original -----", "-------- Message transféré --------",
	"Début du message réexpédié :", "Début du message transféré :", "-----Ursprüngliche Nachricht-----",
	"-------- Ursprüngliche Nachricht --------", "-------- Originalnachricht --------", "---------- Weitergeleitete Nachricht ---------",
	"Anfang der weitergeleiteten Nachricht:", "-----Messaggio originale-----", "-------- Messaggio Inoltrato --------",
	"Inizio messaggio inoltrato:", "-----Mensagem original-----", "-------- Mensagem encaminhada --------",
	"Início da mensagem reencaminhada:", "-----Oorspronkelijk bericht-----", "Begin doorgestuurd bericht:",
	"-------- Wiadomość oryginalna --------", "-------- Treść przekazanej wiadomości --------", "Początek przekazywanej wiadomości:",
	"-----Ursprungligt meddelande-----", "Vidarebefordrat mejl:", "-------- Vidarebefordrat meddelande --------",
	"-------- Oprindelig besked --------", "Start på videresendt besked:", "-----Opprinnelig melding-----", "Videresendt melding:",
	"-------- Alkuperäinen viesti --------", "-------- Välitetty viesti / Fwd.Msg --------", "Välitetty viesti alkaa:",
	"---------- Původní e-mail ----------", "-------- Přeposlaná zpráva --------", "Začátek přeposílané zprávy:",
	"-------- Исходное сообщение --------", "-------- Пересылаемое сообщение --------", "Начало переадресованного сообщения:",
	"-------- Початкове повідомлення --------", "-------- Özgün İleti --------", "-------- İletilen İleti --------",
	"İleti başlangıcı:", "------------------ 原始邮件 ------------------", "---- 回复的原邮件 ----", "-----原始郵件-----",
	"---------- 转发的邮件 ---------", "-----元のメッセージ-----", "---------- 転送メッセージ ---------", "-----원본 메시지-----",
	"--------- 원본 메일 ---------", "---------- 전달된 메시지 ----------", "________________________________",
	"●○ Ana put a black stone on C4.", "●○", " ●○ Ana", "*●○ Ana*", "**●○** Ana", "_●○ Ana_", "| ●○ Ana |", "- ●○ Ana", "●○\u00a0Ana",
	"| From | Unlur<unlur@example.net> |\n| Date | 20/11/2026 09:58 |\n| To | Ana |",
}

// TestSeparators holds that everything below a separator or a printed header is
// cut, and that it needs no company.
func TestSeparators(t *testing.T) {
	older := slices.Clone(separatorLines)
	for _, block := range headerBlocks {
		older = append(older, strings.ReplaceAll(block, "|", "\n"))
	}
	for _, text := range older {
		for _, between := range []string{"\n", "\n\n", "\n\n_____\n", "\n\n----------\n\n"} {
			got := Trim("C4\n\nSee you." + between + text + "\n\nBo played D7.\n\nresign").Reply
			if got != "C4\n\nSee you." {
				t.Errorf("%q below %q", got, text)
			}
		}
	}
}

// TestSignatures holds what is cut from the end of a mail.
func TestSignatures(t *testing.T) {
	for _, line := range []string{
		"-- ", "--", "__", "____", "Sent from my iPhone", "Sent from my cell, please excuse any typos.", "(Sent from my phone)",
		"<<sent by galaxy>>", "*Sent from Yahoo Mail on Android*", "Sent from Mail<https://go.example.com/fwlink> for Windows",
		"Get Outlook for iOS<https://aka.example.com/o0ukef>", "Sent with Proton Mail secure email.", "Sent via Superhuman",
		"Sent from Yahoo Mail for iPhone", "Sent using Zoho Mail", "From my iPhone", "Enviado desde mi iPhone",
		"Enviado desde Outlook para Android", "Obtener Outlook para iOS", "Enviat des del meu iPhone", "Obteniu l'Outlook per a l'iOS",
		"Envoyé de mon iPhone", "Envoyé depuis mon appareil Galaxy", "Télécharger Outlook pour iOS",
		"Provenance : Courrier pour Windows", "Von meinem iPhone gesendet", "Von meinem Samsung Galaxy Smartphone gesendet.",
		"Gesendet von Outlook für Android", "Gesendet mit der GMX Mail App", "Outlook für iOS beziehen",
		"Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.", "Inviato da iPhone", "Inviato dal mio Galaxy",
		"Scarica Outlook per iOS", "Enviado do meu iPhone", "Enviado via UOL Mail", "Obter o Outlook para iOS",
		"Verstuurd vanaf mijn iPhone", "Verzonden vanaf Outlook voor Android", "Wysłane z iPhone'a", "Wysłano z aplikacji Outlook",
		"Skickat från min iPhone", "Hämta Outlook för iOS", "Sendt fra min iPhone", "Hent Outlook til iOS", "Få Outlook for iOS",
		"Lähetetty iPhonesta", "Hanki Outlook iOS:lle", "Odesláno z iPhonu", "Získat Outlook pro iOS", "Odoslané z iPhonu",
		"Отправлено с iPhone", "Отправлено из мобильной Почты Mail.ru", "Надіслано з iPhone", "iPhone'umdan gönderildi",
		"Samsung Galaxy cihazımdan gönderildi", "iPhoneから送信", "iOS 用 Outlook を入手", "从我的 iPhone 发送", "发自我的iPhone", "發自我的 iPhone",
		"從我的 iPhone 傳送", "获取 Outlook for iOS", "나의 iPhone에서 보냄", "iOS용 Outlook 받기", "Trimis de pe iPhone-ul meu",
		"Στάλθηκε από το iPhone μου", "נשלח מה-iPhone שלי", "أُرسلت من الـ iPhone",
		"This e-mail and any attachments are confidential and intended solely for the addressee.",
		"CONFIDENTIALITY NOTICE: This message may contain privileged information.",
		"*This message contains confidential information and is intended only for the individual named.",
		"Virus-free.www.example.com <https://www.example.com/sig-email>", "Libre de virus. www.example.com",
		"Garanti sans virus. www.example.com", "Virenfrei. www.example.com", "Privo di virus. www.example.com", "Livre de vírus. www.example.com",
		"Este mensaje y sus adjuntos se dirigen exclusivamente a su destinatario.", "Aquest missatge i els fitxers adjunts són confidencials.",
		"Ce message et toutes les pièces jointes sont confidentiels.", "Diese E-Mail enthält vertrauliche Informationen.",
		"Questo messaggio e i suoi allegati sono indirizzati esclusivamente alle persone indicate.",
		"Esta mensagem pode conter informação confidencial.", "Dit bericht kan informatie bevatten die niet voor u is bestemd.",
		"You received this message because you are subscribed to the group.",
		"_______________________________________________\nplayers mailing list",
	} {
		for _, between := range []string{"\n\n", "\n\n-----\n"} {
			if got := Trim("C4\n\nSee you." + between + line + "\nresign").Reply; got != "C4\n\nSee you." {
				t.Errorf("%q below %q", got, line)
			}
		}
		if got := Trim("C4\n\n" + line + "\nresign\n\n> quoted\n\nmore").Reply; got != "C4" {
			t.Errorf("%q below %q, quote below that", got, line)
		}
	}
}
