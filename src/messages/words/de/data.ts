import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("de");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Deine Daten",
  exportGives: (command) => [command, " gibt dir eine private Datei mit allem, was Reelay über dich speichert."],
  deleteForgets: (command) => [command, " löscht es. Vorher siehst du, was das umfasst, und wirst gefragt."],
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
      "Slack hat nicht bestätigt, dass die Datei angekommen ist. Schau in deine Direktnachricht mit Reelay. Wenn sie dort nicht ist, fordere sie noch einmal an.",
    ],
  },
  noFile: {
    title: "Keine Dateien hier",
    body: [
      "Reelay kann in diesem Chat keine Dateien posten. Fordere sie noch einmal in einer Direktnachricht mit Reelay an, oder bitte einen Admin, Dateien zu erlauben.",
    ],
  },
  wouldHold: (parts, jobs) => [`In der Datei wäre: ${parts}. `, jobs, " zeigt dir deine Videos hier."],
  cannotRead: {
    title: "Gerade nicht",
    body: [
      "Reelay kann deine Daten gerade nicht lesen. Nichts wurde geändert.",
      "Versuch es in einer Minute noch einmal.",
    ],
  },
  nothingKept: {
    title: "Nichts gespeichert",
    body: ["Reelay hat nichts über dich gespeichert, also gibt es nichts zu löschen."],
  },
  confirm: "Deine Daten löschen?",
  goesForGood: (parts) => `Endgültig gelöscht wird: ${parts}.`,
  stays: [
    "Karten, Nachrichten und Dateien im Chat bleiben, wo sie sind. Wenn du Karten davon loswerden willst, lösch sie vorher: Danach funktionieren ihre Buttons nicht mehr.",
    "Die Betreiber dieses Bots haben vielleicht noch Backups und Logs.",
  ],
  deleted: "Deine Daten sind gelöscht",
  forgotten: "Reelay hat gelöscht, was es über dich gespeichert hatte.",
  sevenDays:
    "Sieben Tage lang bleiben noch die IDs deiner letzten Videos gespeichert, sonst nichts davon, damit keines doppelt erstellt wird.",
  going: {
    title: "Deine Daten werden gelöscht",
    body: ["Das dauert einen Moment. Du musst nichts mehr tun."],
  },
  kept: "Nichts wurde gelöscht.",
  tooOld: "Abgelaufen",
  tooOldText: (command) => [
    "Nichts wurde gelöscht: Diese Frage ist mehr als 15 Minuten alt. Versuch es noch einmal mit ",
    command,
    ".",
  ],
  notYours: { title: "Nicht deins", body: ["Das kann nur die Person, um deren Daten es geht. Nichts wurde gelöscht."] },
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
    `${videos(open)} ${open === 1 ? "ist noch in Arbeit und lässt" : "sind noch in Arbeit und lassen"} sich nicht anhalten: Du erfährst noch das Ergebnis, dann ${open === 1 ? "wird auch das" : "werden auch sie"} gelöscht.`,
  justEnded: (ended) =>
    `${videos(ended)} ${ended === 1 ? "ist gerade fertig geworden und wird gelöscht, sobald seine Karte" : "sind gerade fertig geworden und werden gelöscht, sobald ihre Karten"} aktuell ${ended === 1 ? "ist" : "sind"}.`,
  nothing: "nichts",
  listed: (first, last) => `${first.join("; ")}; und ${last}`,
};
