import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "Ein Video aus Worten erstellen, oder aus Worten und einem Bild",
    key: "Deinen eigenen API-Schlüssel hinzufügen, prüfen oder entfernen",
    jobs: "Deine eigenen Videos sehen, laufende und letzte, und was sie kosten",
    settings: "Sehen oder ändern, wie deine Videos sind, wenn du nichts anderes sagst",
    data: "Bekommen oder löschen, was Reelay über dich speichert",
    help: "Erste Schritte, Preise und was zu tun ist, wenn etwas nicht klappt",
  },
  subcommands: {
    set: "Deinen API-Schlüssel in einem privaten Formular hinzufügen",
    status: "Sehen, welcher Schlüssel gespeichert ist und ob er funktioniert",
    remove: "Deinen API-Schlüssel vergessen",
    export: "Eine private Datei mit allem bekommen, was Reelay über dich speichert",
    delete: "Alles vergessen lassen, nachdem du gesehen hast, was das ist",
  },
  options: {
    prompt: "Was im Video passieren soll",
    ratio: "Querformat oder Hochformat",
    duration: "Wie lang das Video ist",
    resolution: "Wie scharf es ist und was es kostet",
    image: "Ein Bild, das zum Leben erweckt wird (bis 5 MB)",
    image_url: "Oder die Adresse eines Bildes (https://…, bis 5 MB)",
    ping: "Ob dir eine Nachricht Bescheid gibt, wenn ein Video fertig ist",
    attach: "Ob ein fertiges Video in seiner Karte läuft oder nur ein Link ist",
    visibility: "Wer die Karten deiner Videos sieht",
    confirm_above: "Wann ich vor dem Ausgeben von Credits gefragt werde",
    show: "Die Karte dieses Videos hierher holen",
  },
  animate: "Bild animieren",
};
