import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits, number, videos } = amounts;

export const confirm: Words["confirm"] = {
  again: "Noch einmal starten?",
  nobodyKnows: (mayBeCharged) => `Wir haben dieses Video aus den Augen verloren. ${mayBeCharged}`,
  againCosts: (price) => `Noch einmal starten kostet ${credits(price)}, auch wenn das erste schon berechnet wurde.`,
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
  goodForAnHour: "Diese Frage läuft in einer Stunde ab.",
  tooOld: {
    title: "Abgelaufen",
    body: ["Diese Frage ist abgelaufen. Es wurde nichts berechnet.", "Fordere das Video noch einmal an."],
  },
};

export const said: Words["said"] = {
  offer: {
    title: "Ein Video daraus machen?",
    body: [
      "Im Formular siehst du alles, bevor es losgeht. Noch wurde nichts berechnet; das Angebot läuft in einer Stunde ab.",
    ],
  },
  what: {
    title: "Was soll im Video passieren?",
    body: ["Beschreib es in ein paar Worten, oder öffne das Formular."],
  },
  hello: {
    title: "Hallo!",
    body: ["Sag Reelay, was in einem Video passieren soll, oder öffne das Formular."],
  },
  withPicture:
    "Dein Bild liegt bereit. Öffne das Formular und sag, was passieren soll. Noch wurde nichts berechnet; das Angebot läuft in einer Stunde ab.",
  notPictures: (files) =>
    `${files === 1 ? "Die Datei in deiner Nachricht ist kein Bild, deshalb kann Reelay sie" : `Die ${number(files)} Dateien in deiner Nachricht sind keine Bilder, deshalb kann Reelay sie`} nicht verwenden. Möglich sind PNG, JPEG, WebP und GIF.`,
};

export const tooMany: Words["tooMany"] = {
  title: "Dein Limit ist erreicht",
  most: (most) =>
    `Du kannst ${videos(most)} gleichzeitig in Arbeit haben. Dieses wurde nicht gestartet. Es wurde nichts berechnet.`,
  named: (prompt, stage) => `„${prompt}“: ${stage}`,
  more: (count) => `… und ${number(count)} weitere`,
  nobodyKnows: "Versuch es noch einmal, wenn eines davon fertig ist.",
  first: (time) => `Das erste davon ist vielleicht in ${time} fertig. Versuch es dann noch einmal.`,
  starting: "startet",
  noPercentage: "in Arbeit",
  percentDone: (percent) => `${percent} % fertig`,
};

export const link: Words["link"] = {
  asking: { title: "Link wird angefordert …", body: ["Das kostet keine Credits."] },
  isNew: "Neuer Link",
  onTheCard: "Auf der Karte steht jetzt der neue Link.",
  keepThis: "Die Karte ließ sich nicht ändern. Heb dir also diesen Link auf.",
  same: "Immer noch derselbe Link",
  sameText:
    "Dieser Link steht schon auf der Karte. Wir wissen nicht, wie lange er noch funktioniert: Lade das Video bald herunter.",
  unchanged: "Nichts hat sich geändert",
  stillGood: (until) => ["Der Link funktioniert bis ", until, "."],
  none: "Kein neuer Link",
  noLink: [
    "Der Videodienst hat keinen Link mehr zu diesem Video. Nichts hat sich geändert.",
    "Schau in deinem Dashboard beim Videodienst nach, oder erstelle das Video noch einmal.",
  ],
  noAnswer: [
    "Der Videodienst hat nicht geantwortet. Nichts hat sich geändert.",
    "Versuch es in ein paar Minuten noch einmal.",
  ],
  noKey: [
    "Du hast keinen API-Schlüssel gespeichert, deshalb können wir keinen neuen Link anfordern. Nichts hat sich geändert.",
    "Füge deinen Schlüssel hinzu und drück dann auf „Neuer Link“.",
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
      "Damit wird die Karte für alle gelöscht, samt ihrer Benachrichtigung und dem Video in diesem Chat. Credits werden nicht erstattet.",
      "Das Video bleibt beim Videodienst, solange der Link funktioniert.",
    ],
  },
  done: "Die Karte ist gelöscht.",
  notAll: "Nicht alles konnte gelöscht werden",
  left: {
    notification:
      "Die Benachrichtigung konnte nicht gelöscht werden. Wenn du sie siehst, lösche sie selbst oder frag einen Admin.",
    video: "Das Video im Thread konnte nicht gelöscht werden. Frag einen Admin.",
    card: "Die Karte konnte von hier aus nicht gelöscht werden. Siehst nur du sie, dann blende sie aus; sonst frag einen Admin.",
  },
  stillOpen: {
    title: "Noch nicht",
    body: [
      "Das Video wird gerade noch in diesen Chat geladen, deshalb wurde nichts gelöscht.",
      "Drück in einer Minute noch einmal auf Löschen.",
    ],
  },
  notNow: {
    title: "Noch ist nicht alles gelöscht",
    body: ["Der Chat hat gerade nicht alles gelöscht.", "Drück in einer Minute noch einmal auf Löschen."],
  },
  kept: "Es wurde nichts gelöscht.",
};
