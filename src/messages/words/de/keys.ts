import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (endet auf ${lastFour})`;
}

export const keys: Words["keys"] = {
  first: {
    title: "API-Schlüssel hinzufügen",
    body: ["Videos werden über dein eigenes Konto abgerechnet."],
  },
  dashboard: "Dashboard",
  where: (dashboard) => ["Einen Schlüssel bekommst du in deinem ", dashboard, " beim Videodienst."],
  keptForIt:
    "Deine Anfrage bleibt eine Stunde lang gespeichert und geht von selbst weiter, sobald der Schlüssel da ist.",
  thenPress: (button) => `Füge ihn hinzu und drück dann auf „${button}“.`,
  nothingCharged: "Es wurde nichts berechnet.",
  checking: { title: "Dein Schlüssel wird geprüft …", body: ["Das kostet keine Credits."] },
  saved: "Dein Schlüssel ist gespeichert",
  savedText: (lastFour) => `Dein Schlüssel${endingIn(lastFour)} funktioniert und ist verschlüsselt gespeichert.`,
  goesOn: "Die Anfrage, die darauf gewartet hat, geht jetzt weiter.",
  videosGoOn: (open) => (open === 1 ? "Dein Video geht weiter." : `Deine ${open} Videos gehen weiter.`),
  youCan: "Du kannst jetzt Videos erstellen.",
  savedUnchecked: "Dein Schlüssel ist gespeichert, aber nicht geprüft",
  savedUncheckedText: (lastFour) =>
    `Dein Schlüssel${endingIn(lastFour)} ist verschlüsselt gespeichert. Der Videodienst gab keine klare Antwort, deshalb konnten wir ihn noch nicht prüfen.`,
  firstVideoTells: "Dein erstes Video wird zeigen, ob er funktioniert.",
  requestNotStarted: "Die Anfrage, die darauf gewartet hat, wurde nicht gestartet. Schick sie später noch einmal.",
  bad: {
    title: "Dieser Schlüssel funktioniert nicht",
    body: [
      "Der Videodienst nimmt diesen Schlüssel nicht an, deshalb wurde er nicht gespeichert. Ein früher gespeicherter Schlüssel bleibt erhalten.",
      "Kopiere ihn noch einmal und füge ihn erneut hinzu.",
    ],
  },
  notAKey: "Das ist kein Schlüssel",
  empty: "Füge hier deinen API-Schlüssel ein.",
  notOneWord: "Ein Schlüssel ist ein einziges Wort ohne Leerzeichen. Kopiere ihn noch einmal und füge ihn hier ein.",
  nothingSaved: "Es wurde nichts gespeichert.",
  unknownWord: "Unbekannter Befehl",
  words: (set, status, remove) => ["Tippe ", set, ", ", status, " oder ", remove, "."],
  ifItWasYourKey:
    "Falls das dein Schlüssel war: Er wurde nicht gespeichert. Füge ihn über den Button im privaten Formular hinzu.",
  stored: (lastFour) => `Dein Schlüssel${endingIn(lastFour)} ist verschlüsselt gespeichert.`,
  works: "Dein Schlüssel funktioniert",
  doesNotWork: {
    title: "Dein Schlüssel funktioniert nicht",
    body: ["Der Videodienst nimmt ihn nicht an. Füge einen neuen hinzu."],
  },
  notChecked: {
    title: "Dein Schlüssel ließ sich nicht prüfen",
    body: ["Der Videodienst gab keine klare Antwort. Versuch es in ein paar Minuten noch einmal."],
  },
  yours: "Dein API-Schlüssel",
  none: {
    title: "Kein Schlüssel gespeichert",
    body: ["Füge deinen eigenen API-Schlüssel hinzu, um Videos zu erstellen."],
  },
  removed: { title: "Dein Schlüssel ist entfernt", body: ["Reelay hat ihn gelöscht."] },
  confirmRemoval: "Deinen Schlüssel jetzt entfernen?",
  withoutKey: "Ohne Schlüssel kannst du keine neuen Videos erstellen.",
  nothingToRemove: { title: "Kein Schlüssel gespeichert", body: ["Es gibt nichts zu entfernen."] },
  stillOpen: (open) =>
    open === 1
      ? `${amounts.videos(open)} ist noch in Arbeit. Es behält bis zu seinem Ende eine verschlüsselte Kopie des Schlüssels.`
      : `${amounts.videos(open)} sind noch in Arbeit. Sie behalten bis zu ihrem Ende eine verschlüsselte Kopie des Schlüssels.`,
};
