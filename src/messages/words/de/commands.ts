import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Ein Video aus einem Prompt erstellen, mit oder ohne Bild",
    key: "Deinen eigenen API-Schlüssel hinzufügen, prüfen oder entfernen",
    jobs: "Deine laufenden und letzten Videos samt Kosten ansehen",
    settings: "Voreinstellungen für deine Videos ansehen oder ändern",
    data: "Deine gespeicherten Daten herunterladen oder löschen",
    help: "Erste Schritte, Preise und was zu tun ist, wenn etwas nicht klappt",
  },
  subcommands: {
    set: "Deinen API-Schlüssel in einem privaten Formular hinzufügen",
    status: "Ansehen, welcher Schlüssel gespeichert ist und ob er funktioniert",
    remove: "Deinen API-Schlüssel löschen",
    export: "Eine private Datei mit allem herunterladen, was Reelay über dich speichert",
    delete: "Deine Daten löschen (mit vorheriger Übersicht)",
  },
  options: {
    prompt: "Was im Video passieren soll",
    ratio: "Querformat oder Hochformat",
    duration: "Wie lang das Video ist",
    resolution: "Wie scharf das Video ist und was es kostet",
    image: "Ein Bild, das animiert wird (bis 5 MB)",
    image_url: "Oder die Adresse eines Bildes (https://…, bis 5 MB)",
    ping: "Ob du eine Nachricht bekommst, wenn ein Video fertig ist",
    attach: "Ob ein fertiges Video in seiner Karte läuft oder nur verlinkt wird",
    visibility: "Wer die Karten deiner Videos sieht",
    confirm_above: "Wann ich gefragt werde, bevor Credits ausgegeben werden",
    show: "Die Karte dieses Videos hierher holen",
  },
  animate: "Bild animieren",
};
