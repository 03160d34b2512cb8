import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "Noch einmal starten?",
  nobodyKnows: (mayBeCharged) => `Niemand weiß, was aus diesem Video wurde. ${mayBeCharged}`,
  againCosts: (price) => `Noch einmal starten kostet ${credits(price)}, egal was das erste gekostet hat.`,
  in720p: "In 720p erstellen?",
  in720pCosts: (price) => `Das erstellt das Video noch einmal, in 720p. Es kostet ${credits(price)}.`,
  nothingStarted: "Es wurde nichts gestartet.",
  started: "Dein Video wurde gestartet.",
  price: (price) => `Für ${credits(price)} starten?`,
  priceText: (price, most) =>
    `Dieses Video kostet ${credits(price)}, und du möchtest bei mehr als ${credits(most)} gefragt werden. Es wurde nichts berechnet.`,
  priceTextAlways: (price) =>
    `Dieses Video kostet ${credits(price)}, und du möchtest jedes Mal gefragt werden. Es wurde nichts berechnet.`,
  meant: "Meintest du das so?",
  meantText: (typed) => [
    "In deinem Prompt steht ",
    typed,
    ". Das sieht nach Optionen aus: Hier sind sie eingestellt und stehen nicht mehr im Prompt.",
  ],
  meantCosts: (price) => `Es kostet ${credits(price)}. Es wurde nichts berechnet.`,
  goodForAnHour: "Die Frage gilt eine Stunde lang.",
  tooOld: {
    title: "Zu alt",
    body: ["Reelay weiß nicht mehr, worum es hier ging. Es wurde nichts berechnet.", "Frag das Video noch einmal an."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "Ein Video daraus?",
    body: ["Noch wurde nichts berechnet. Das Formular zeigt alles, bevor es losgeht; das gilt eine Stunde lang."],
  },
  what: {
    title: "Was soll im Video passieren?",
    body: ["Sag es in ein paar Worten, oder öffne das Formular."],
  },
  hello: {
    title: "Hallo!",
    body: ["Sag Reelay, was in einem Video passieren soll, oder öffne das Formular."],
  },
  withPicture:
    "Dein Bild liegt bereit. Öffne das Formular und sag, was passieren soll. Noch wurde nichts berechnet; das gilt eine Stunde lang.",
  notPictures: (files) =>
    `${files === 1 ? "Die Datei in deiner Nachricht ist kein Bild" : `Die ${number(files)} Dateien in deiner Nachricht sind keine Bilder`}, also kann ein Video nicht damit beginnen. PNG, JPEG, WebP und GIF gehen.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Erst sind deine anderen Videos dran",
  most: (most) =>
    `Du kannst ${videos(most)} gleichzeitig in Arbeit haben. Dieses wurde nicht gestartet. Es wurde nichts berechnet.`,
  named: (prompt, stage) => `„${prompt}“: ${stage}`,
  more: (count) => `… und ${number(count)} weitere`,
  nobodyKnows: "Wann das erste davon fertig wird, weiß noch niemand. Frag danach noch einmal an.",
  first: (time) => `Das erste davon ist vielleicht in ${time} fertig. Frag dann noch einmal an.`,
  starting: "startet",
  noPercentage: "noch kein Prozentwert",
  percentDone: (percent) => `${percent} % fertig`,
};

export const link: Words["link"] = {
  asking: { title: "Wird gefragt …", body: ["Das kostet keine Credits."] },
  isNew: "Es gibt einen neuen Link",
  onTheCard: "Er steht jetzt anstelle des alten auf der Karte.",
  keepThis: "Die Karte ließ sich nicht ändern, also heb dir diesen auf.",
  same: "Es ist derselbe Link",
  sameText:
    "Es ist der Link, der auf der Karte steht. Wie lange er funktioniert, ist nicht bekannt: Speichere das Video bald.",
  unchanged: "Nichts hat sich geändert",
  stillGood: (until) => ["Der Link gilt noch bis ", until, "."],
  none: "Es gibt keinen neuen Link",
  noLink: [
    "Der Videodienst gibt keinen Link mehr zu diesem Video heraus. Nichts hat sich geändert.",
    "Schau im Dashboard deines Kontos beim Videodienst nach, oder erstelle das Video noch einmal.",
  ],
  noAnswer: [
    "Der Videodienst hat nicht geantwortet. Nichts hat sich geändert.",
    "Versuch es in ein paar Minuten wieder.",
  ],
  noKey: [
    "Von dir ist kein API-Schlüssel da, mit dem gefragt werden könnte. Nichts hat sich geändert.",
    "Füge ihn hinzu und drück dann auf „Neuer Link“.",
  ],
  badKey: [
    "Der Videodienst nimmt deinen Schlüssel nicht an. Nichts hat sich geändert.",
    "Füge einen neuen hinzu und drück dann auf „Neuer Link“.",
  ],
};

export const deletion: Words["deletion"] = {
  confirm: {
    title: "Diese Karte löschen?",
    body: [
      "Die Karte verschwindet für alle, mit ihrer Benachrichtigung und dem Video in diesem Chat. Credits kommen nicht zurück.",
      "Das Video bleibt beim Videodienst, solange der Link gilt.",
    ],
  },
  done: "Die Karte ist gelöscht.",
  notAll: "Nicht alles konnte gelöscht werden",
  left: {
    notification:
      "Die Benachrichtigung konnte nicht entfernt werden. Wenn du sie siehst, lösche sie von Hand oder frag jemanden, der hier verwaltet.",
    video: "Das Video im Thread konnte nicht entfernt werden. Frag jemanden, der hier verwaltet.",
    card: "Die Karte konnte von hier aus nicht entfernt werden. Siehst nur du sie, dann verwirf sie; sonst frag jemanden, der hier verwaltet.",
  },
  stillOpen: {
    title: "Noch nicht",
    body: [
      "Das Video kommt gerade noch in diesen Chat, deshalb wurde nichts gelöscht.",
      "Drück in einer Minute noch einmal auf Löschen.",
    ],
  },
  notNow: {
    title: "Noch ist nicht alles gelöscht",
    body: ["Der Chat hat gerade nicht alles angenommen.", "Drück in einer Minute noch einmal auf Löschen."],
  },
  kept: "Es wurde nichts gelöscht.",
};
