import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("de");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Deine Daten",
  exportGives: (command) => [command, " gibt dir eine private Datei mit allem, was Reelay über dich speichert."],
  deleteForgets: (command) => [command, " lässt es vergessen. Vorher siehst du, was das ist, und wirst gefragt."],
  gathering: { title: "Deine Datei wird zusammengestellt …", body: ["Das kostet keine Credits."] },
  fileHere:
    "In dieser Datei ist alles, was Reelay über dich speichert. Nur du siehst sie hier: Lade sie herunter, bevor du Discord schließt.",
  fileInDirect:
    "Alles, was Reelay über dich speichert, ist in einer Datei in deiner Direktnachricht mit Reelay. Sie bleibt dort, bis du sie löschst.",
  leftOut: (entries) =>
    `Alles zusammen wäre zu groß für diesen Chat, deshalb fehlen die ältesten Einträge: ${number(entries)}.`,
  notTheKey: "Dein Schlüssel selbst ist nicht darin, nur seine letzten vier Zeichen.",
  unsure: {
    title: "Deine Datei ist vielleicht angekommen",
    body: [
      "Slack hat nicht gesagt, ob es die Datei angenommen hat. Schau in deine Direktnachricht mit Reelay. Wenn sie dort nicht ist, frag noch einmal.",
    ],
  },
  noFile: {
    title: "Hier geht keine Datei",
    body: [
      "Dieser Chat nimmt keine Datei von Reelay an. Frag noch einmal in einer Direktnachricht mit Reelay, oder bitte einen Admin, Dateien zu erlauben.",
    ],
  },
  wouldHold: (parts, jobs) => [`Darin wäre: ${parts}. `, jobs, " zeigt dir deine Videos hier."],
  cannotRead: {
    title: "Gerade nicht",
    body: ["Reelay kann das gerade nicht lesen. Nichts wurde geändert.", "Versuch es in einer Minute noch einmal."],
  },
  nothingKept: {
    title: "Nichts gespeichert",
    body: ["Reelay speichert nichts über dich. Es gibt nichts zu löschen."],
  },
  confirm: "Löschen, was Reelay über dich speichert?",
  goesForGood: (parts) => `Das geht für immer: ${parts}.`,
  stays: [
    "Karten, Nachrichten und Dateien im Chat bleiben, wo sie sind. Lösch vorher die Karten, die du dort nicht haben willst: Danach bewirken ihre Knöpfe nichts mehr.",
    "Backups und Protokolle liegen bei den Betreibern dieses Bots.",
  ],
  deleted: "Deine Daten sind gelöscht",
  forgotten: "Reelay hat vergessen, was es über dich gespeichert hatte.",
  sevenDays:
    "Sieben Tage lang kennt es noch die IDs deiner letzten Videos, sonst nichts davon, damit keines zweimal entsteht.",
  going: {
    title: "Deine Daten werden gelöscht",
    body: ["Das dauert einen Moment. Es geht von selbst weiter, du musst nichts mehr tun."],
  },
  kept: "Nichts wurde gelöscht.",
  tooOld: "Zu alt",
  tooOldText: (command) => [
    "Nichts wurde gelöscht: Diese Frage ist mehr als 15 Minuten alt. Frag noch einmal mit ",
    command,
    ".",
  ],
  notYours: { title: "Nicht deins", body: ["Das kann nur, wer gefragt hat. Nichts wurde gelöscht."] },
  parts: {
    key: "dein API-Schlüssel",
    settings: "deine Einstellungen",
    welcomed: "die Notiz, dass du begrüßt wurdest",
    ended: (ended) => `die Einträge zu ${count(ended, "beendeten Video", "beendeten Videos")}, samt Prompts und Links`,
    kept: (kept) => `${count(kept, "Anfrage, die", "Anfragen, die")} du noch nicht gestartet hast`,
    costs: (costs) => `was ${videos(costs)} gekostet ${costs === 1 ? "hat" : "haben"}`,
    open: (open) => `${videos(open)} in Arbeit`,
  },
  stillOpen: (open) =>
    `${videos(open)} ${open === 1 ? "ist" : "sind"} noch in Arbeit. Nichts wird angehalten: Du erfährst das Ende, und dann wird auch das vergessen.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "ist gerade fertig geworden und wird" : "sind gerade fertig geworden und werden"} vergessen, sobald die Karte fertig ist.`,
  nothing: "nichts",
  listed: (first, last) => `${first.join("; ")}; und ${last}`,
};
