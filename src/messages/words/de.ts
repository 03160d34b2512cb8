import type { Translation } from "../catalogue.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { count, number } = numbersIn("de");

const amounts: Translation["amounts"] = {
  number,
  sentenceGap: " ",
  comma: ", ",
  or: " oder ",
  quoted: (text) => `„${text}“`,
  credits: (credits) => count(credits, "Credit", "Credits"),
  videos: (videos) => count(videos, "Video", "Videos"),
  seconds: (seconds) => count(seconds, "Sekunde", "Sekunden"),
  percentDone: (percent) => `${percent} % fertig`,
  between: " um ",
  lessThanAMinute: "weniger als 1 Minute",
  aboutMinutes: (minutes) => `etwa ${count(minutes, "Minute", "Minuten")}`,
  aboutHours: (hours) => `etwa ${count(hours, "Stunde", "Stunden")}`,
};
const { credits, videos } = amounts;

function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (endet auf ${lastFour})`;
}

const ASK_OPERATORS = `Frag die Betreiber dieses Bots: ${OPERATORS}.`;
const NOTHING_CHARGED = "Es wurde nichts abgebucht.";
const allow = (permission: string) => `Ein Admin kann in den Kanaleinstellungen „${permission}“ erlauben.`;
const PICTURE_KINDS = "Möglich sind PNG, JPEG, WebP und GIF.";
const ALL_PICTURE_KINDS = "Möglich sind PNG, JPEG, WebP, GIF, HEIC, AVIF, TIFF und BMP.";
const PICTURE_AGAIN = "Speichere es neu als PNG oder JPEG, oder nimm ein anderes.";
const flags = (names: string) => `Die Flags sind ${names}.`;
const IF_A_KEY =
  "Falls ja: Erstell dort, wo du ihn herhast, einen neuen und lösch den alten. Andere können gesehen haben, was du in einen Chat tippst.";
const MAYBE_A_KEY =
  "Das scheint einen API-Schlüssel oder ein Token zu enthalten. Es wurde deshalb weder weitergegeben noch gespeichert.";
const IF_NOT_A_KEY = "Falls nicht, formuliere es anders.";

export const de: Translation = {
  locale: "de",
  serviceName: {
    "des Videodienstes": "von {}",
    "beim Videodienst": "bei {}",
    "der Videodienst": "{}",
    "den Videodienst": "{}",
    "dem Videodienst": "{}",
  },
  amounts,
  nothingCharged: NOTHING_CHARGED,

  buttons: {
    notifyMe: "Mir auch Bescheid geben",
    again: "Noch einmal",
    edit: "Ändern & starten",
    in720p: "In 720p",
    continue: "Fortsetzen",
    startIt: "Starten",
    cancel: "Abbrechen",
    freshLink: "Neuer Link",
    delete: "Löschen",
    deleteCard: "Nur die Karte entfernen",
    makeVideo: "Video erstellen",
    makeThis: "Dieses Video erstellen",
    addKey: "Schlüssel hinzufügen",
    checkKey: "Prüfen",
    replaceKey: "Ersetzen",
    removeKey: "Entfernen",
    changeSettings: "Ändern",
    changeDelivery: "Zustellung ändern",
    removeAnyway: "Trotzdem entfernen",
    deleteData: "Meine Daten löschen",
    newer: "Neuere",
    older: "Ältere",
    reopenForm: "Formular noch einmal öffnen",
    help: "Hilfe",
    getKey: "Schlüssel holen",
    checkCredits: "Meine Credits ansehen",
  },

  card: {
    received: {
      title: "Anfrage angekommen",
      body: ["Diese Karte zeigt dir den Fortschritt. Geht das nicht, bekommst du stattdessen eine neue Nachricht."],
    },
    starting: "Startet …",
    queued: {
      title: "In der Warteschlange",
      body: [
        "Der Videodienst ist gerade ausgelastet. Dein Video steht in der Warteschlange und startet von selbst. Noch wurde nichts abgebucht.",
      ],
    },
    fetchingFilm:
      "Das Video davor wird geholt, denn mit seinem letzten Bild beginnt dieses. Noch wurde nichts abgebucht.",
    serviceAway: "Der Videodienst ist nicht erreichbar. Reelay versucht es weiter. Noch wurde nichts abgebucht.",
    notConfirmed:
      "Der Videodienst hat dieses Video noch nicht bestätigt. Reelay wiederholt die Anfrage; abgebucht wird höchstens einmal.",
    making: "Video wird erstellt",
    overdue: {
      title: "Immer noch nicht fertig …",
      body: [
        "Das dauert viel länger als sonst. Reelay schaut weiter nach und aktualisiert diese Karte, sobald es Neues gibt.",
      ],
    },
    needsKey:
      "Der Videodienst nimmt deinen Schlüssel nicht mehr an. Füge einen neuen hinzu, dann geht dieses Video von selbst weiter.",
    needsCredits:
      "Der Videodienst meldet, dass dein Guthaben nicht reicht, und zeigt deshalb nicht, wie weit dieses Video ist. Dieses Video ist schon bezahlt, und Reelay fragt weiter nach. Wenn sich nichts ändert, lade dein Konto auf.",
    silent: {
      no_answer:
        "Der Videodienst gibt gerade keine brauchbare Antwort. Ein bezahltes Video läuft dort normalerweise weiter, und Reelay fragt weiter nach.",
      no_link:
        "Der Videodienst meldet ein fertiges Video, hat aber noch keinen Link dazu genannt. Reelay fragt weiter nach.",
    },
    updatesStop: "Diese Karte wird bald nicht mehr aktualisiert. Das Ergebnis bekommst du als Direktnachricht.",
    noPercentage: "In Arbeit",
    left: (time) => `noch ${time}`,
  },

  facts: {
    byTeam: {
      will: "Wird mit dem Schlüssel des Teams bezahlt",
      paid: "Bezahlt mit dem Schlüssel des Teams",
      perhaps: "Falls Credits abgebucht wurden, dann mit dem Schlüssel des Teams",
    },
    askedBy: (person) => ["Angefordert von ", person],
    price: (price) => `Preis: ${credits(price)}`,
    shapeOfPicture: "Format deines Bildes",
    fromPicture: "aus einem Bild",
    sentAs: (width, height) => `Gesendet als ${number(width)} × ${number(height)}`,
    moreSent: (characters: number) =>
      `… und ${count(characters, "weiteres Zeichen, das mitgesendet wird", "weitere Zeichen, die alle mitgesendet werden")}`,
    moreCharacters: (characters) => `(noch ${number(characters)} Zeichen)`,
  },

  state: {
    waitingToStart: "Wartet auf den Start",
    waitingForApproval: "Wartet auf Genehmigung",
    waitingForTurn: "Wartet auf einen freien Platz",
    waitingForFilm: "Wartet auf das Video davor",
    starting: "Startet",
    waitingForKey: "Wartet auf deinen Schlüssel",
    waitingForCredits: "Guthaben reicht nicht, wird weiter geprüft",
    running: "Läuft",
    ready: "Fertig",
    doneWithoutLink: "Fertig, aber ohne Link",
    failed: (refunded) => `Fehlgeschlagen, ${credits(refunded)} erstattet`,
    refused: "Abgelehnt, nichts abgebucht",
    notStarted: "Nicht gestartet, nichts abgebucht",
    nobodyKnows: "Unbekannt: vielleicht abgebucht",
    ended: "Alle sind beendet",
  },

  outcome: {
    ready: "Das Video ist fertig",
    tooLarge: "Das Video ist zu groß für diesen Chat, deshalb steht hier nur der Link.",
    copyHere: "Hier läuft eine kleinere Kopie; das Original gibt es über den Link.",
    notTaken: "Das Video ließ sich in diesem Chat nicht posten, deshalb steht hier nur der Link.",
    link: "Video ansehen oder herunterladen",
    linkIsNew: "Das ist ein neuer Link. Wir wissen nicht, wie lange er funktioniert: Lade das Video bald herunter.",
    linkExpires: (when) => ["Der Link läuft ", when, " ab."],
    linkHasExpired: (when) => [
      "Der Link ist wahrscheinlich abgelaufen (",
      when,
      "). Schau in deinem Dashboard beim Videodienst nach, oder erstelle das Video noch einmal.",
    ],
    linkHasExpiredKept: (when, until) => [
      "Der Link ist wahrscheinlich abgelaufen (",
      when,
      "). Reelay speichert das Video bis ",
      until,
      ": Drück auf „Neuer Link“.",
    ],
    used: (amount) => `${credits(amount)} verbraucht.`,
    usedAbout: (amount) => `Etwa ${credits(amount)} verbraucht.`,
    noLink: {
      title: "Fertig, aber ohne Link",
      body: ["Der Videodienst hat das Video fertiggestellt, aber keinen Link geliefert."],
    },
    failed: "Fehlgeschlagen und erstattet",
    failedText: (refund) => `Das Video ist fehlgeschlagen. ${refund} Versuch es noch einmal, oder ändere den Prompt.`,
    reason: (text) => `Grund laut dem Videodienst: „${text}“`,
    refund: (amount) => `Du hast ${credits(amount)} zurückbekommen.`,
    refundAbout: (amount) => `Du hast etwa ${credits(amount)} zurückbekommen.`,
    notStarted: "Nicht gestartet",
    dearer: "Der Preis ist gestiegen, während es wartete.",
    pressAgain: "Drück auf „Noch einmal“, um es jetzt zu starten.",
    pressRetry: "Drück auf „Fehlgeschlagene wiederholen“, um sie jetzt zu starten.",
    why: {
      too_old: "Reelay war zu lange nicht erreichbar, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      restored:
        "Reelay wurde aus einer Sicherung wiederhergestellt, und dieses Video wurde seitdem vielleicht schon gemacht. Die wiederhergestellte Kopie hat dafür nichts abgebucht.",
      answer_lost:
        "Es ist nicht sicher, ob du die erste Karte gesehen hast, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      answer_refused:
        "Unsere Antwort auf deinen Befehl kam nicht an, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      answered_elsewhere:
        "Ein anderer Prozess dieses Bots hat deinen Befehl beantwortet und dieses Video vielleicht gemacht. Dieser Prozess hat dafür nichts abgebucht.",
      store:
        "Reelay konnte das nicht rechtzeitig speichern, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      expired:
        "Niemand hat das innerhalb von 24 Stunden genehmigt, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      withdrawn: "Dieser Auftrag wurde zurückgezogen, bevor er begann. Es wurde nichts abgebucht.",
      no_turn: "Dafür war 2 Stunden lang kein Platz, deshalb wurde nichts gestartet. Es wurde nichts abgebucht.",
      film_gone:
        "Das Video, an das dieses anschließt, ist weg: Weder seine Datei noch sein Link lässt sich noch öffnen. Dieses Video wurde nicht gestartet, und es wurde nichts abgebucht.",
      no_frame:
        "Das letzte Bild des Videos, an das dieses anschließt, war nicht zu bekommen, deshalb wurde dieses Video nicht gestartet. Es wurde nichts abgebucht.",
      stopped:
        "Ein anderes Video dieser Reihe wurde abgelehnt, deshalb wurde dieses nicht gestartet. Es wurde nichts abgebucht.",
      broken:
        "Das Video, an das dieses anschließt, ist nicht entstanden, deshalb wurde dieses nicht gestartet. Es wurde nichts abgebucht.",
    },
  },

  unknown: {
    title: "Wir wissen nicht, ob dieses Video erstellt wurde",
    answerLost:
      "Der Videodienst hat keine klare Antwort gegeben, deshalb wissen wir nicht, ob das Video gestartet wurde.",
    silent: "Das Video wurde gestartet, aber der Videodienst meldet nichts mehr dazu.",
    mayBeCharged: (atMost) => `Vielleicht wurden dafür bis zu ${credits(atMost)} abgebucht.`,
    whereToLook: ["Schau in deinem Dashboard beim Videodienst nach."],
    whereToLookFor: (task) => ["Schau in deinem Dashboard beim Videodienst nach; der Auftrag ist ", task, "."],
    secondCosts: "Ein neuer Versuch ist ein zweites Video, für das noch einmal abgebucht wird.",
  },

  several: {
    making: (count) => `${videos(count)} in Arbeit`,
    ready: (count) => `Deine ${videos(count)} sind fertig`,
    partly: (ready, count) => `${number(ready)} von ${videos(count)} fertig`,
    none: (count) => `Keines der ${videos(count)} kam zustande`,
    nth: (nth, prompt) => `${number(nth)}. ${prompt}`,
    charged: (amount) => `${credits(amount)} abgebucht`,
    cameBack: (amount) => `${credits(amount)} erstattet`,
    perhaps: (amount) => `bis zu ${credits(amount)} mehr sind vielleicht abgebucht worden`,
    net: (amount) => `${credits(amount)} verbraucht`,
    cancelRest: "Rest abbrechen",
    restCancelled: "Die Videos, die noch nicht abgeschickt waren, wurden abgebrochen. Für sie wurde nichts abgebucht.",
    nothingLeft: "Alle waren schon abgeschickt, es gab also nichts mehr abzubrechen.",
    retry: (price) => `Fehlgeschlagene wiederholen · ${credits(price)}`,
    justLinks: "Einige Videos ließen sich in diesem Chat nicht posten, deshalb steht dort nur der Link.",
    copies: "Einige Videos laufen hier als kleinere Kopien; die Originale gibt es über die Links.",
    choose: "Eines davon öffnen",
    ask: (count) => `${videos(count)} erstellen?`,
    versions: (count) => `${number(count)} Versionen von einem Prompt.`,
    costs: (price) => `Zusammen kosten sie ${credits(price)}. Noch wurde nichts abgebucht.`,
    willWait: (now, later) =>
      now === 0
        ? "Du hast schon so viele Videos in Arbeit wie erlaubt. Diese warten, bis sie an der Reihe sind."
        : `Sofort ${now === 1 ? "startet" : "starten"} ${number(now)}, und ${number(later)} ${later === 1 ? "wartet" : "warten"}, bis Platz ist.`,
    byYou: "Wird mit deinem eigenen Schlüssel bezahlt",
    start: (count, price) => `${videos(count)} starten · ${credits(price)}`,
    started: "Deine Videos sind gestartet.",
    tooMany: (count, most) => `Das sind ${number(count)} Szenen. Höchstens ${number(most)} sind möglich.`,
    onePrompt: "Versionen entstehen aus einem Prompt. Lass hier eine Zeile stehen oder wähle ein Video pro Zeile.",
    inLine: (line, text) => `Zeile ${number(line)}: ${text}`,
    noRoom: {
      title: "Zu viele Videos auf einmal",
      text: (count, left) =>
        `Du hast ${videos(count)} angefordert und ${left === 0 ? "gerade für keines mehr Platz" : `noch für ${number(left)} Platz`}. Keines davon wurde gestartet.`,
      limits: (atOnce, waiting) =>
        `Du kannst ${videos(atOnce)} in Arbeit und ${number(waiting)} in der Warteschlange haben.`,
    },
    chained: "Jedes setzt das vorige fort",
    chainAsk:
      "Jedes Video beginnt dort, wo das vorige endet. Deshalb entstehen sie nacheinander, und das dauert. Gelingt eines nicht, werden die danach nicht gestartet und kosten nichts.",
    chainBroken:
      "Eines der Videos ist nicht entstanden, deshalb wurden die danach nicht gestartet. Für sie wurde nichts abgebucht.",
    startsAfter: "Es startet von selbst, sobald das Video davor fertig ist. Noch wurde nichts abgebucht.",
    nothingToRetry: "Es gibt nichts mehr zu wiederholen.",
    form: {
      title: "Mehrere Videos",
      submit: "Preis ansehen",
      note: "Bevor etwas startet, siehst du den Gesamtpreis. Die Credits jedes Videos werden beim Start abgebucht und erstattet, wenn es fehlschlägt.",
      scenes: "Szenen, eine pro Zeile",
      scenesHint: "Bis zu 6 Zeilen, je ein Video. Für Versionen: ein Prompt.",
      make: "Was entstehen soll",
      eachLine: "Ein Video pro Zeile",
      chain: "Ein Video pro Zeile, jedes setzt das vorige fort",
      versions: (count) => `${number(count)} Versionen von einem Prompt`,
    },
  },

  notification: {
    ready: "Dein Video ist fertig.",
    noLink: {
      title: "Dein Video ist fertig, aber es gibt keinen Link.",
      body: ["Auf der Karte steht, wo du nachschauen kannst."],
    },
    failed: "Dein Video ist fehlgeschlagen.",
    notStarted: {
      title: "Dein Video wurde nicht gestartet.",
      body: ["Es wurde nichts abgebucht. Auf der Karte steht, warum."],
    },
    declined: {
      title: "Dein Video wurde abgelehnt.",
      body: ["Es wurde nichts abgebucht. Auf der Karte steht, wer das entschieden hat."],
    },
    expired: {
      title: "Dein Video wurde nicht rechtzeitig genehmigt.",
      body: ["Es wurde nichts abgebucht. Auf der Karte kannst du noch einmal darum bitten."],
    },
    ofSeveral: {
      notStarted: "Deine Videos wurden nicht gestartet.",
      declined: "Deine Videos wurden abgelehnt.",
      expired: "Deine Videos wurden nicht rechtzeitig genehmigt.",
    },
    notStartedForOthers: "Das Video wurde nicht gestartet.",
    askedBy: (person) => ["Angefordert wurde es von ", person, ". Es wurde nichts abgebucht."],
    unknown: "Wir wissen nicht, ob dein Video erstellt wurde.",
    unknownText: (mayBeCharged) => `${mayBeCharged} Auf der Karte steht, wo du nachschauen kannst.`,
  },

  refusal: {
    noKey: {
      title: "Kein API-Schlüssel",
      body: ["Du hast keinen API-Schlüssel gespeichert. Es wurde nichts abgebucht."],
    },
    badKey: {
      title: "Dein Schlüssel wurde abgelehnt",
      body: ["Der Videodienst nimmt deinen API-Schlüssel nicht an. Es wurde nichts abgebucht."],
    },
    addKeyThen: (again) => ["Füge einen neuen Schlüssel hinzu und drück dann auf ", again, "."],
    noCredits: "Nicht genug Credits",
    costs: (price) =>
      `Dieses Video kostet ${credits(price)}, und dein Guthaben reicht dafür nicht. Es wurde nichts abgebucht.`,
    topUp: "Lade dein Konto beim Videodienst auf und drück dann auf „Noch einmal“.",
    topUpOr: (least) =>
      `Lade dein Konto beim Videodienst auf, oder wähle 480p und 10 Sekunden; das kostet ${credits(least)}.`,
    badRequest: {
      title: "Anfrage abgelehnt",
      body: ["Der Videodienst hat diese Anfrage abgelehnt. Es wurde nichts abgebucht."],
      reason: (words) => `Der Videodienst hat diese Anfrage abgelehnt: „${words}“. Es wurde nichts abgebucht.`,
      edit: "Mit „Ändern & starten“ kannst du sie ändern.",
    },
    changePrompt: "Ändere den Prompt und versuch es noch einmal.",
    changePromptOrPicture: "Ändere den Prompt oder das Bild und versuch es noch einmal.",
    rateLimited: {
      title: "Der Videodienst ist ausgelastet",
      body: [
        "Der Videodienst ist gerade ausgelastet. Es wurde nichts abgebucht.",
        "Drück in ein paar Minuten auf „Noch einmal“.",
      ],
    },
    wrongAddress: {
      title: "Fehler in der Einrichtung",
      body: [
        "Reelay hat eine falsche Adresse für den Videodienst, deshalb wurde dieses Video nicht gestartet. Es wurde nichts abgebucht.",
        `Bitte sag den Betreibern dieses Bots Bescheid: ${OPERATORS}.`,
      ],
    },
    unavailable: {
      title: "Der Videodienst ist nicht erreichbar",
      body: [
        "Der Videodienst war nicht erreichbar, deshalb wurde dieses Video nicht gestartet. Es wurde nichts abgebucht.",
        "Drück in ein paar Minuten auf „Noch einmal“.",
      ],
    },
    picture: "Dieses Bild kann nicht verwendet werden",
  },

  picture: {
    tooLarge: (most) => `Das Bild ist größer als ${number(most)} MB. Nimm ein kleineres.`,
    tooLargeBy: (megabytes, most) =>
      `Das Bild hat ${number(megabytes)} MB, erlaubt sind ${number(most)} MB. Nimm ein kleineres.`,
    tooManyPixels: (megapixels, most) =>
      `Das Bild hat ${number(megapixels)} Megapixel, erlaubt sind ${number(most)}. Nimm ein kleineres.`,
    notFitted:
      "Reelay konnte dieses Bild nicht umwandeln. Speichere es als PNG oder JPEG mit höchstens 5 MB und nimm das.",
    notAPicture: (canFit) =>
      `Reelay kann das nicht als Bild verwenden. ${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS} ${PICTURE_AGAIN}`,
    empty: "Das Bild ist leer: Es hat 0 Bytes. Lade es noch einmal hoch, oder nimm ein anderes.",
    unreadable: `Das Bild ist beschädigt: Breite und Höhe lassen sich nicht lesen. ${PICTURE_AGAIN}`,
    unreachable:
      "Das Bild ließ sich nicht öffnen. Versuch es noch einmal oder nimm ein anderes Bild. Eine Adresse muss für alle funktionieren.",
    away: "Der Server mit dem Bild antwortet gerade nicht. Versuch es in einer Minute noch einmal, oder nimm ein anderes Bild.",
    gone: "Das Bild ist nicht mehr da. Füge es noch einmal hinzu, oder nimm ein anderes.",
    private: `Bilder, die hier gepostet werden, sind privat, und dieser Bot kann sie nicht an den Videodienst weitergeben. Gib stattdessen die Webadresse eines öffentlichen Bildes an. Damit gepostete Bilder möglich werden, frag die Betreiber dieses Bots: ${OPERATORS}.`,
    address: {
      not_a_url: "Die Adresse des Bildes ist keine Webadresse. Nimm eine, die mit https:// beginnt.",
      not_https: "Die Adresse des Bildes muss mit https:// beginnen.",
      too_long: "Die Adresse des Bildes ist zu lang. Nimm eine kürzere.",
      has_login: "Die Adresse des Bildes enthält einen Benutzernamen oder ein Passwort. Nimm eine ohne.",
      not_public: "Die Adresse des Bildes ist nicht öffentlich. Nimm eine, die für alle funktioniert.",
    },
  },

  draft: {
    title: "Dieses Video wurde nicht gestartet",
    noPrompt: "Sag in ein paar Worten, was im Video passieren soll.",
    promptTooLong: (length, most) =>
      `Der Prompt hat ${number(length)} Zeichen, erlaubt sind ${number(most)}. Kürze ihn.`,
    twoPictures: "Das sind zwei Bilder: eine Datei und eine Adresse. Gib nur eines davon an.",
    unknownFlag: (flag, names) => `${flag} ist kein bekanntes Flag. ${flags(names)}`,
    badFlag: (flag, takes, given) =>
      given === null ? `Nach ${flag} fehlt der Wert: ${takes}.` : `Bei ${flag} geht nur ${takes}, nicht „${given}“.`,
  },

  styles: {
    title: "Stile",
    saved: "Der Stil ist gespeichert",
    removed: "Der Stil ist entfernt",
    none: "Es gibt noch keine Stile.",
    how: "Ein Stil ist ein Text, der zum Prompt hinzukommt. {prompt} steht darin für den Prompt; fehlt das, kommt der Text dahinter.",
    ofTeam: (name) => `${name} (Team)`,
    isAlways: (name) => `Jedes Video hier bekommt den Stil „${name}“.`,
    pick: "Einen Stil zeigen",
    label: "Stil",
    noStyle: "Kein Stil",
    fact: (name) => `Stil: ${name}`,
    unknown: (name) => `Den Stil „${name}“ gibt es hier nicht.`,
    chooseOne: (names) => `Wähle einen von diesen: ${names}.`,
    leaveOut: "Hier gibt es keine Stile zur Auswahl, also lass ihn weg.",
    goneTitle: "Diesen Stil gibt es nicht mehr",
    goneText: "Dieser Stil wurde entfernt oder gehört zu einem anderen Server oder Workspace.",
    whose: { mine: "Dieser Stil gehört dir.", team: "Dieser Stil gehört deinem Team. Nur Admins können ihn ändern." },
    buttons: { make: "Neuer Stil", change: "Ändern", remove: "Entfernen" },
    form: {
      note: "Unter dem Namen eines anderen Stils gespeichert, ersetzt er diesen.",
      name: "Name",
      text: "Text",
      textHint: "Zum Beispiel: Tusche auf Reispapier, langsamer Schwenk: {prompt}",
      of: "Für wen",
      ofHint: "Stile für andere können nur Admins speichern",
      mine: "Nur für mich",
      team: "Alle hier können ihn wählen",
      always: "Für jedes Video hier",
    },
    problem: {
      name: (most) =>
        `Ein Name hat bis zu ${number(most)} Buchstaben, Ziffern, Leerzeichen und Bindestriche und darf nicht „none“ sein. Es wurde nichts gespeichert.`,
      text: (most) => `Der Text darf bis zu ${number(most)} Zeichen haben. Es wurde nichts gespeichert.`,
      full: (most) => `Es kann bis zu ${number(most)} Stile geben. Entferne erst einen. Es wurde nichts gespeichert.`,
      flag: (flag) =>
        `${flag} wirkt in einem Stil nicht, denn er ist nur Text. Nimm es heraus und wähle Optionen beim Video. Es wurde nichts gespeichert.`,
    },
  },

  denied: {
    rule: (name) => `Dieser Prompt verstößt gegen die Regel „${name}“. Ändere ihn und versuch es noch einmal.`,
    teamWord: (word) => `„${word}“ ist hier in Prompts nicht erlaubt. Ändere es und versuch es noch einmal.`,
    teamWords: "In diesem Prompt steht ein Wort, das hier nicht erlaubt ist. Ändere ihn und versuch es noch einmal.",
    service: "Dieser Prompt ist hier nicht erlaubt. Ändere ihn und versuch es noch einmal.",
    serviceSays: (reason) => `Dieser Prompt ist hier nicht erlaubt: ${reason}`,
    unanswered:
      "Prompts werden geprüft, bevor ein Video startet, und diese Prüfung hat nicht geantwortet. Versuch es in einer Minute noch einmal.",
    blocked: "Ein Admin hat dich hier für Videos gesperrt.",
    paused:
      "Ein Admin hat Reelay hier pausiert, deshalb starten keine neuen Videos. Laufende Videos werden noch fertig.",
    not_age_restricted:
      "Hier gibt es Videos nur in Kanälen mit Altersbeschränkung und in deren Threads. Versuch es in einem davon noch einmal.",
    age_unknown:
      "Hier gibt es Videos nur in Kanälen mit Altersbeschränkung, und Discord hat nicht gesagt, ob das einer ist. Versuch es in einer Minute noch einmal.",
    otherStyle: (name) =>
      `Jedes Video hier bekommt den Stil „${name}“. Er lässt sich weder weglassen noch ersetzen: Versuch es noch einmal, ohne einen Stil zu wählen.`,
  },

  leak: {
    atField: `${MAYBE_A_KEY} ${IF_A_KEY} ${IF_NOT_A_KEY}`,
    suspected: {
      title: "Ist da ein Schlüssel drin?",
      body: [`${MAYBE_A_KEY} Nur du siehst das.`, IF_A_KEY, IF_NOT_A_KEY, NOTHING_CHARGED],
    },
    own: {
      title: "Das enthält deinen API-Schlüssel",
      body: [
        "Was du geschickt hast, enthält deinen eigenen API-Schlüssel. Es wurde deshalb weder weitergegeben noch gespeichert. Nur du siehst das.",
        "Andere können gesehen haben, was du in einen Chat tippst: Erstell in deinem Dashboard beim Videodienst einen neuen Schlüssel, lösch dort den alten und füge den neuen hier hinzu.",
        NOTHING_CHARGED,
      ],
    },
    inTheOpen: {
      title: "Das sieht nach einem Schlüssel aus",
      body: [
        "Etwas in deiner Nachricht sieht nach einem API-Schlüssel oder Zugangstoken aus. Reelay hat nichts davon gespeichert. Lösch deine Nachricht, und erstell einen neuen Schlüssel, falls andere sie gelesen haben können.",
        "Schlüssel gehören in das private Formular. Falls es keiner war, nimm das Formular für dein Video.",
      ],
    },
  },

  chain: {
    title: (nth) => `Fortsetzen: Teil ${nth}`,
    note: (prompt, nth, resolution) =>
      `Es beginnt mit dem letzten Bild von „${prompt}“, als Teil ${nth}. Das vorige Video hat ${resolution}. Eine andere Auflösung ändert die Schärfe.`,
    promptHint: "Wie es weitergeht",
    part: (nth, of) => (of === null ? `Teil ${nth}` : `Teil ${nth} von ${of}`),
    earlierVideo: "schließt an ein früheres Video an",
    thatCard: "schließt an diese Karte an",
    begins: "Das Video beginnt mit diesem Bild",
    ofCopy: "beginnt mit einem Bild der kleineren Kopie, weil das Original nicht mehr da war",
    continued: (nth) => `Fortgesetzt in Teil ${nth}`,
    ownPicture: "Drück auf „Ändern & starten“, um mit einem eigenen Bild zu beginnen.",
    gone: {
      title: "Fortsetzen nicht möglich",
      body: ["Weder die Datei noch der Link dieses Videos lässt sich noch öffnen. Es wurde nichts abgebucht."],
    },
    notHere: {
      title: "Fortsetzen nicht möglich",
      body: ["Reelay kann hier gerade keine Videos fortsetzen. Es wurde nichts abgebucht."],
    },
  },

  join: {
    button: "Verbinden",
    parts: (parts) => count(parts, "Teil", "Teile"),
    joining: (parts) => `${parts} Teile werden verbunden …`,
    joiningText: (until) => [
      "Das ist kostenlos und dauert höchstens bis ",
      until,
      ". Ist bis dahin kein Video da, drück noch einmal auf „Verbinden“.",
    ],
    whole: (parts) => `Teile 1 bis ${parts} in einem Video`,
    forFree: "Kostenlos verbunden",
    withCopies: "Einige Teile sind kleinere Kopien, weil ihre Originale nicht mehr da waren",
    done: (parts) => `${parts} Teile verbunden`,
    doneText: "Das ganze Video ist jetzt hier. Das Verbinden war kostenlos.",
    unclear: {
      title: "Vielleicht verbunden",
      body: [
        "Der Chat hat das Video nicht bestätigt. Sieh hier nach, bevor du noch einmal auf „Verbinden“ drückst. Das Verbinden ist kostenlos.",
      ],
    },
    notJoined: "Nicht verbunden",
    tooLarge: (megabytes) =>
      `Zusammen sind die Teile größer als ${number(megabytes)} MB. Eine größere Datei passt hier nicht hinein.`,
    unequal: (nth) =>
      `Teil ${nth} hat eine andere Größe oder ein anderes Format als die Teile davor. Das Verbinden ändert beides nicht.`,
    unequalSome: "Die Teile haben verschiedene Größen oder Formate. Das Verbinden ändert beides nicht.",
    copyUnequal: (nth) =>
      `Von Teil ${nth} gibt es nur noch die kleinere Kopie, und sie passt nicht zu den anderen Teilen. „Neuer Link“ auf der Karte bringt vielleicht das Original.`,
    gone: (nth) =>
      `Weder die Datei noch der Link von Teil ${nth} funktioniert noch. „Neuer Link“ auf der Karte bringt vielleicht einen neuen.`,
    unreadable: (nth) => `Teil ${nth} lässt sich nicht lesen.`,
    failed: "Die Teile ließen sich gerade nicht laden, verbinden oder senden. Versuch es in zwei Minuten noch einmal.",
    notTaken: "Reelay kann hier keine Datei senden.",
    noLink: (part) => `${part}: Link abgelaufen`,
    justPressed: {
      title: "Schon gedrückt",
      body: [
        "„Verbinden“ wurde hier vor weniger als zwei Minuten gedrückt. Kommt kein Video, drück danach noch einmal.",
      ],
    },
    notHere: {
      title: "Nicht verbunden",
      body: ["Reelay kann hier gerade keine Videos verbinden. Es wurde nichts abgebucht."],
    },
  },

  animate: {
    title: "Bild animieren",
    sentence: (words) => `${words}.`,
    leftOut: (count) =>
      count === 1
        ? "1 weitere Datei in dieser Nachricht ist nicht verwendbar: zu groß oder von einer anderen Art"
        : `${count} weitere Dateien in dieser Nachricht sind nicht verwendbar: zu groß oder von einer anderen Art`,
    thePicture: (format) => `Das Bild: ${format}.`,
    unnamed: "Bild ohne Namen",
    nothing: "Nichts zu animieren",
    noPicture: `In dieser Nachricht ist kein Bild. Nutze den Befehl bei einer Nachricht mit Bild. ${PICTURE_KINDS}`,
    sticker: `Ein Sticker lässt sich nicht animieren. Poste ihn als Bild und nutze den Befehl dort. ${PICTURE_KINDS}`,
    video: `In dieser Nachricht ist ein Video, und nur Bilder lassen sich animieren. Poste ein Standbild daraus und nutze den Befehl dort. ${PICTURE_KINDS}`,
    forgotten: {
      title: "Abgelaufen",
      body: [
        `Solange ein Formular offen ist, behält Reelay sein Bild eine Stunde lang. Diese Stunde ist vorbei. ${NOTHING_CHARGED}`,
        "Nutze den Befehl noch einmal bei der Nachricht.",
      ],
    },
  },

  confirm: {
    again: "Noch einmal starten?",
    nobodyKnows: (mayBeCharged) => `Wir haben dieses Video aus den Augen verloren. ${mayBeCharged}`,
    againCosts: (price) =>
      `Noch einmal starten kostet ${credits(price)}, auch wenn für das erste schon abgebucht wurde.`,
    in720p: "In 720p erstellen?",
    nothingStarted: "Es wurde nichts gestartet.",
    started: "Dein Video wurde gestartet.",
    price: (price) => `Für ${credits(price)} starten?`,
    priceText: (price, most) =>
      `Dieses Video kostet ${credits(price)}, und du möchtest bei mehr als ${credits(most)} gefragt werden. Noch wurde nichts abgebucht.`,
    priceTextAlways: (price) =>
      `Dieses Video kostet ${credits(price)}, und du möchtest jedes Mal gefragt werden. Noch wurde nichts abgebucht.`,
    priceTextChanged: (price, before) =>
      `Dieses Video kostet jetzt ${credits(price)}. Als du danach gefragt hast, waren es ${credits(before)}. Es wurde noch nichts abgebucht.`,
    meant: "Meintest du das so?",
    meantText: (typed, count) => [
      "In deinem Prompt steht ",
      typed,
      count === 1
        ? ". Das sieht nach einer Option aus: Hier ist sie eingestellt und steht nicht mehr im Prompt."
        : ". Das sieht nach Optionen aus: Hier sind sie eingestellt und stehen nicht mehr im Prompt.",
    ],
    cannotUse: (typed, _, names) => ["Reelay kann ", typed, ` nicht verwenden und lässt das hier weg. ${flags(names)}`],
    flagsAsText: (price) => `Meine Worte unverändert verwenden${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price) => `Das erstellt das Video noch einmal, in 720p. Es kostet ${credits(price)}.`,
    meantCosts: (price) => `Es kostet ${credits(price)}. Noch wurde nichts abgebucht.`,
    goodForAnHour: "Diese Frage läuft in einer Stunde ab.",
    tooOld: {
      title: "Abgelaufen",
      body: ["Diese Frage ist abgelaufen. Es wurde nichts abgebucht.", "Fordere das Video noch einmal an."],
    },
  },

  wholeText: {
    button: "Alles lesen",
    preparing: { title: "Der Text wird vorbereitet …", body: ["Das kostet keine Credits."] },
    title: "Der ganze Text",
    fileHere: "In der Datei steht jedes Zeichen, das gesendet wird. Nur du kannst sie sehen.",
    fileInDirect: "Eine Datei mit jedem Zeichen, das gesendet wird, liegt in deiner Direktnachricht mit Reelay.",
    unsure: [
      "Slack hat das Hochladen nicht bestätigt. Sieh in deiner Direktnachricht mit Reelay nach. Wenn die Datei nicht da ist, drück noch einmal auf „Alles lesen“.",
    ],
    noFile: "Die Datei konnte hier nicht gesendet werden, deshalb steht hier so viel, wie Platz hat.",
  },

  deletion: {
    confirm: {
      title: "Diese Karte löschen?",
      body: [
        "Damit wird die Karte für alle gelöscht, samt ihrer Benachrichtigung und dem Video in diesem Chat. Credits werden nicht erstattet.",
      ],
      ofService: "Das Video bleibt beim Videodienst, solange der Link funktioniert.",
      ofSaved: (films) =>
        films === 1
          ? "Damit wird auch das gespeicherte Video gelöscht."
          : "Damit werden auch die gespeicherten Videos gelöscht.",
      ofLinked: (films) =>
        films === 1
          ? "Damit wird auch das gespeicherte Video gelöscht; sein Link funktioniert ab sofort nicht mehr."
          : "Damit werden auch die gespeicherten Videos gelöscht; ihre Links funktionieren ab sofort nicht mehr.",
    },
    waiting: {
      title: "Wird gelöscht …",
      body: [
        "Reelay wartet auf den Chat: Vielleicht nimmt er das Video gerade noch auf, oder andere Änderungen sind zuerst dran.",
        "Wenn das nach einer Minute noch hier steht, drück noch einmal auf „Löschen“.",
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
    savedStays: (films, jobs) => [
      films === 1 ? "Das gespeicherte Video bleibt: " : "Die gespeicherten Videos bleiben: ",
      jobs,
      films === 1 ? " zeigt es." : " zeigt sie.",
    ],
    notNow: {
      title: "Noch ist nicht alles gelöscht",
      body: [
        "Das Video wird noch in den Chat geladen, oder der Chat hat gerade nicht alles gelöscht.",
        "Drück in einer Minute noch einmal auf „Löschen“.",
      ],
    },
    kept: "Es wurde nichts gelöscht.",
  },

  freeText: {
    notYours: {
      title: "Nicht verfügbar",
      body: [
        "Nur wer die Nachricht geschrieben hat, kann das drücken, und nur eine Stunde lang. Schreib Reelay selbst, um ein Video zu erstellen.",
      ],
    },
    offer: {
      title: "Ein Video daraus machen?",
      body: [
        "Im Formular siehst du alles, bevor es losgeht. Noch wurde nichts abgebucht; das Angebot läuft in einer Stunde ab.",
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
      "Dein Bild liegt bereit. Öffne das Formular und sag, was passieren soll. Noch wurde nichts abgebucht; das Angebot läuft in einer Stunde ab.",
    notPictures: (files) =>
      `${files === 1 ? "Die Datei in deiner Nachricht ist kein Bild, deshalb kann Reelay sie" : `Die ${number(files)} Dateien in deiner Nachricht sind keine Bilder, deshalb kann Reelay sie`} nicht verwenden. Möglich sind PNG, JPEG, WebP und GIF.`,
  },

  queue: {
    place: (nth, time) =>
      `${nth === 1 ? "Das nächste in deiner Warteschlange." : `In der Warteschlange an ${number(nth)}. Stelle.`}${time === null ? "" : ` Es startet in ${time}.`}`,
    starts: "Es startet von selbst, sobald Platz dafür ist. Vorher wird nichts abgebucht.",
    willWait: "Du hast schon so viele Videos in Arbeit wie erlaubt. Dieses wartet, bis es an der Reihe ist.",
    leave: "Warteschlange verlassen",
    noRoom: "Ist innerhalb von 2 Stunden kein Platz, wird es nicht gestartet.",
    more: (count) => `… und ${number(count)} weitere`,
    reserved: (price) => `Dafür reserviert: ${credits(price)}.`,
  },

  outage: {
    down: "Der Videodienst ist gestört",
    downText:
      "Der Videodienst antwortet gerade nicht. Ein Video, das jetzt startet, kann fehlschlagen, und vielleicht ist eine Weile unklar, ob dafür abgebucht wurde.",
    failing: "Gerade schlagen viele Videos fehl",
    failingText: (failed, ends) =>
      `${number(failed)} der letzten ${number(ends)} Videos sind beim Videodienst fehlgeschlagen. Für ein fehlgeschlagenes Video werden die Credits erstattet.`,
    startAnyway: "Trotzdem starten",
  },

  link: {
    asking: { title: "Link wird angefordert …", body: ["Das kostet keine Credits."] },
    isNew: "Neuer Link",
    inCard: {
      title: "Das Video selbst ist da",
      body: [
        "Der Link funktioniert nicht mehr, aber Reelay hat das Video gespeichert: Die Datei findest du bei der Karte.",
      ],
    },
    kept: "Reelay hat das Video noch",
    keptText: "Der Link funktioniert nicht mehr, und das Video selbst ließ sich nicht in diesen Chat stellen.",
    keptGoesOn: (until) => ["Reelay speichert es bis ", until, ": „Fortsetzen“ und „Verbinden“ funktionieren weiter."],
    keptAlone: (until) => ["Reelay speichert es bis ", until, `. ${ASK_OPERATORS}`],
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
    noCredits: [
      "Der Videodienst meldet, dass dein Guthaben nicht reicht, und hat deshalb keinen neuen Link gegeben. Nichts hat sich geändert.",
      "Lade dein Konto beim Videodienst auf und drück dann auf „Neuer Link“.",
    ],
  },

  commands: {
    commands: {
      make_video: "Ein Video aus einem Prompt erstellen, mit oder ohne Bild",
      batch: "Mehrere Videos auf einmal erstellen: Szenen oder Versionen von einem Prompt",
      key: "Deinen eigenen API-Schlüssel hinzufügen, prüfen oder entfernen",
      style: "Texte speichern, die zu deinen Prompts kommen",
      jobs: "Deine laufenden und letzten Videos samt Kosten ansehen",
      settings: "Voreinstellungen für deine Videos ansehen oder ändern",
      team: "Sehen, was du mit dem Schlüssel des Teams ausgeben darfst, oder ihn verwalten",
      data: "Deine gespeicherten Daten herunterladen oder löschen",
      help: "Erste Schritte, Preise und was zu tun ist, wenn etwas nicht klappt",
    },
    subcommands: {
      key: {
        set: "Deinen API-Schlüssel in einem privaten Formular hinzufügen",
        status: "Ansehen, welcher Schlüssel gespeichert ist und ob er funktioniert",
        remove: "Deinen API-Schlüssel löschen",
      },
      style: {
        list: "Zeigt die Stile, die du wählen kannst",
        save: "Einen Stil speichern oder ändern",
        remove: "Einen Stil entfernen",
      },
      team: {
        status: "Sehen, ob du Credits des Teams ausgeben darfst und wie viele übrig sind",
        setup: "Für Admins: Teamschlüssel, Limits und wer ausgeben darf",
        report: "Für Admins: was die Videos jeder Person kosten",
        approvals: "Für Admins: die Videos, die auf eine Genehmigung warten",
      },
      data: {
        export: "Eine private Datei mit allem herunterladen, was Reelay über dich speichert",
        delete: "Deine Daten löschen (mit vorheriger Übersicht)",
      },
    },
    options: {
      prompt: "Was im Video passieren soll",
      ratio: "Querformat oder Hochformat",
      duration: "Wie lang das Video ist",
      resolution: "Wie scharf das Video ist und was es kostet",
      image: "Ein Bild, das animiert wird",
      image_url: "Oder die Adresse eines Bildes (https://…)",
      pay: "Wessen Credits ausgegeben werden",
      ping: "Ob du eine Nachricht bekommst, wenn ein Video fertig ist",
      attach: "Ob ein fertiges Video in seiner Karte läuft oder nur verlinkt wird",
      visibility: "Wer die Karten deiner Videos sieht",
      confirm_above: "Wann ich gefragt werde, bevor Credits ausgegeben werden",
      style: "Ein gespeicherter Text, der zum Prompt kommt",
      show: "Die Karte dieses Videos hierher holen",
    },
    animate: "Bild animieren",
  },

  keys: {
    first: {
      title: "API-Schlüssel hinzufügen",
      costs: (price, count) =>
        count === 1
          ? `Dieses Video kostet ${credits(price)}, die von deinem eigenen Konto abgebucht werden.`
          : `Diese ${videos(count)} kosten zusammen ${credits(price)}, die von deinem eigenen Konto abgebucht werden.`,
    },
    dashboard: "Dashboard",
    where: (dashboard) => ["Einen Schlüssel bekommst du in deinem ", dashboard, " beim Videodienst."],
    keptForIt:
      "Deine Anfrage bleibt eine Stunde lang gespeichert und geht von selbst weiter, sobald der Schlüssel da ist.",
    thenPress: (button) => `Füge ihn hinzu und drück dann auf „${button}“.`,
    checking: { title: "Dein Schlüssel wird geprüft …", body: ["Das kostet keine Credits."] },
    saved: "Dein Schlüssel ist gespeichert",
    savedText: (lastFour) => `Dein Schlüssel${endingIn(lastFour)} funktioniert und ist verschlüsselt gespeichert.`,
    goesOn: (price) => `Die Anfrage, die darauf gewartet hat, geht jetzt weiter und kostet ${credits(price)}.`,
    videosGoOn: (open) => (open === 1 ? "Dein Video geht weiter." : `Deine ${open} Videos gehen weiter.`),
    youCan: "Du kannst jetzt Videos erstellen.",
    askFirst: (settings, setting, always) => [
      "Wenn du vor jeder Abbuchung gefragt werden möchtest, wähl in ",
      settings,
      ` unter „${setting}“ die Option „${always}“.`,
    ],
    tooFewCredits:
      "Der Videodienst meldet, dass dein Guthaben nicht reicht. Lade dein Konto auf, bevor du ein Video erstellst.",
    savedUnchecked: "Dein Schlüssel ist gespeichert, aber nicht geprüft",
    savedUncheckedText: (lastFour) =>
      `Dein Schlüssel${endingIn(lastFour)} ist verschlüsselt gespeichert. Der Videodienst gab keine klare Antwort, deshalb konnten wir ihn noch nicht prüfen.`,
    firstVideoShows: "Dein erstes Video wird zeigen, ob er funktioniert.",
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
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} ist noch in Arbeit. Es behält bis zu seinem Ende eine verschlüsselte Kopie des Schlüssels.`
        : `${videos(open)} sind noch in Arbeit. Sie behalten bis zu ihrem Ende eine verschlüsselte Kopie des Schlüssels.`,
    notStartedWithout: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} wartet noch. Ohne Schlüssel wird es nicht gestartet.`
        : `${videos(waiting)} warten noch. Ohne Schlüssel werden sie nicht gestartet.`,
  },

  team: {
    status: "Credits des Teams",
    setup: "Teamschlüssel und Regeln",
    report: "Was die Videos des Teams gekostet haben",
    notHere: {
      title: "Nur in einem Server oder Workspace",
      body: [
        "Der Schlüssel eines Teams gilt in dessen Server oder Workspace. Nutze den Befehl dort. Es wurde nichts abgebucht.",
      ],
    },
    managersOnly: {
      title: "Nur für Admins",
      body: [
        "Das können nur die Admins dieses Teams; genehmigen und Berichte sehen können auch die von ihnen gewählten Verantwortlichen. Nichts hat sich geändert.",
      ],
    },
    blockedHere: {
      title: "Nicht erlaubt",
      body: ["Ein Admin hat dich hier gesperrt, deshalb kannst du dieses Team nicht verwalten."],
    },
    standingUnknown: {
      title: "Gerade nicht",
      body: [
        "Der Chat hat nicht rechtzeitig gesagt, ob du das darfst. Nichts hat sich geändert, und es wurde nichts abgebucht.",
        "Versuch es in einer Minute noch einmal.",
      ],
    },
    none: {
      title: "Kein Teamschlüssel",
      body: ["Dieses Team hat keinen eigenen Schlüssel, deshalb nutzen alle ihren eigenen."],
    },
    addIt: (setup) => ["Admins können ihn mit ", setup, " hinzufügen."],
    may: "Du darfst hier Credits des Teams ausgeben.",
    mayNot: {
      person: "Du darfst keine Credits dieses Teams ausgeben. Admins können dich unter „Wer ausgeben darf“ hinzufügen.",
      channel:
        "In diesem Kanal dürfen keine Credits des Teams ausgegeben werden. Admins können das unter „Wer ausgeben darf“ ändern.",
      guest: "Gäste und Leute aus anderen Workspaces dürfen keine Credits eines Teams ausgeben.",
    },
    leftForYou: {
      day: (left) => `Heute (UTC) für dich übrig: ${credits(left)}.`,
      month: (left) => `Diesen Monat für dich übrig: ${credits(left)}.`,
    },
    leftForTeam: {
      day: (left) => `Heute (UTC) für das Team übrig: ${credits(left)}.`,
      month: (left) => `Diesen Monat für das Team übrig: ${credits(left)}.`,
    },
    noCap: "Es gibt kein Limit.",
    startsAgain: {
      day: (when) => ["Das Tageslimit (UTC) beginnt neu am ", when, "."],
      month: (when) => ["Das Monatslimit (UTC) beginnt neu am ", when, "."],
    },
    askAdmins: "Fragen? Frag einen Admin dieses Teams.",
    askManagers: "Fragen? Frag einen Admin oder ",
    overTeam: {
      day: (price, left) =>
        `Dieses Video kostet ${credits(price)}, und das Team hat heute (UTC) noch ${credits(left)}.`,
      month: (price, left) =>
        `Dieses Video kostet ${credits(price)}, und das Team hat diesen Monat noch ${credits(left)}.`,
    },
    overPerson: {
      day: (price, left) =>
        `Dieses Video kostet ${credits(price)}, und du hast heute (UTC) noch ${credits(left)} vom Team.`,
      month: (price, left) =>
        `Dieses Video kostet ${credits(price)}, und du hast diesen Monat noch ${credits(left)} vom Team.`,
    },
    standingUnconfirmed: "Der Chat hat nicht rechtzeitig gesagt, ob du noch Credits dieses Teams ausgeben darfst.",
    capLowered: "Die Limits des Teams lassen dieses Video nicht mehr zu.",
    ownInstead: (price) => `Du kannst stattdessen mit deinem eigenen Schlüssel zahlen: ${credits(price)}.`,
    withOwnKey: (price) => `Mit meinem Schlüssel · ${credits(price)}`,
    teamInstead: (price) => `Stattdessen kann dein Team zahlen: ${credits(price)}.`,
    withTeamKey: (price) => `Mit dem Schlüssel des Teams · ${credits(price)}`,
    addKeyOrAsk: "Füge deinen eigenen Schlüssel hinzu und versuch es noch einmal, oder frag einen Admin dieses Teams.",
    refused: {
      noKey: {
        title: "Kein Teamschlüssel",
        body: ["Der Schlüssel des Teams wurde entfernt, bevor dieses Video startete. Es wurde nichts abgebucht."],
      },
      badKey: {
        title: "Der Schlüssel des Teams wurde abgelehnt",
        body: ["Der Videodienst nimmt den Schlüssel des Teams nicht an. Es wurde nichts abgebucht."],
      },
      noCredits: "Das Team hat keine Credits mehr",
      costs: (price) =>
        `Dieses Video kostet ${credits(price)}, und das Konto des Teams beim Videodienst hat nicht genug. Es wurde nichts abgebucht.`,
      next: "Sag einem Admin dieses Teams Bescheid, oder zahl mit deinem eigenen Schlüssel.",
    },
    needsKey:
      "Der Videodienst nimmt den Schlüssel des Teams nicht mehr an. Sobald ein Admin einen neuen hinzufügt, geht dieses Video von selbst weiter.",
    needsCredits:
      "Der Videodienst meldet, dass das Konto des Teams nicht genug Credits hat, und zeigt deshalb nicht, wie weit dieses Video ist. Dieses Video ist schon bezahlt, und Reelay fragt weiter nach. Ein Admin kann Credits nachladen.",
    waitingForKey: "Wartet auf den Schlüssel des Teams",
    linkNeedsKey: [
      "Der Schlüssel des Teams funktioniert nicht, deshalb können wir keinen neuen Link anfordern. Nichts hat sich geändert.",
      "Sag einem Admin dieses Teams Bescheid.",
    ],
    linkNeedsCredits: [
      "Der Videodienst meldet, dass das Konto des Teams nicht genug Credits hat, und hat deshalb keinen neuen Link gegeben. Nichts hat sich geändert.",
      "Sag einem Admin dieses Teams Bescheid.",
    ],
    key: (lastFour) => `Teamschlüssel: verschlüsselt gespeichert${endingIn(lastFour)}.`,
    noKey: "Teamschlüssel: noch keiner.",
    per: {
      day: (amount) => `${number(amount)} am Tag`,
      month: (amount) => `${number(amount)} im Monat`,
    },
    caps: (team, person) => `Limits in Credits: ${team} für das Team; ${person} für jede Person.`,
    unlimited: "kein Limit",
    spenders: {
      nobody: "Ausgeben darf: noch niemand.",
      everyone: "Ausgeben dürfen: alle hier.",
      some: (names) => ["Ausgeben dürfen: ", ...names, "."],
    },
    places: {
      everywhere: "Wo: in jedem Kanal.",
      some: (names) => ["Wo: in ", ...names, "."],
    },
    managers: {
      adminsOnly: "Verantwortlich: nur Admins.",
      some: (names) => ["Verantwortlich: Admins, ", ...names, "."],
    },
    andMore: {
      people: (rest) => ` und ${number(rest)} weitere`,
      channels: (rest) => ` und ${number(rest)} weitere`,
    },
    askAbove: {
      always: "Jedes Video braucht eine Genehmigung.",
      above: (most) => `Videos für mehr als ${credits(most)} brauchen eine Genehmigung.`,
      never: "Allein wegen des Preises braucht kein Video eine Genehmigung.",
    },
    approvalsChannel: {
      chosen: (channel) => ["Kanal für Genehmigungen: ", channel, "."],
      none: "Kanal für Genehmigungen: noch keiner.",
    },
    ownApproval: {
      yes: "Verantwortliche dürfen eigene Videos genehmigen.",
      no: "Niemand darf eigene Videos genehmigen.",
    },
    buttons: {
      setup: "Einrichten",
      key: "Teamschlüssel",
      rules: "Regeln",
      spenders: "Wer ausgeben darf",
      remove: "Teamschlüssel entfernen",
      report: "Bericht",
      managers: "Verantwortliche",
      house: "Wörter & Personen",
      pause: "Reelay hier pausieren",
      goOn: "Pause beenden",
      approvals: "Genehmigungen",
    },
    keyForm: {
      note: "Nur du siehst dieses Formular. Der Schlüssel wird kostenlos geprüft und verschlüsselt gespeichert. Videos, die das Team zahlt, werden über sein Konto abgerechnet.",
      hint: "Aus dem Dashboard deines Teams beim Videodienst",
    },
    rulesForm: {
      note: "Tage und Monate gelten nach UTC.",
      teamCaps: "Limits für das Team, in Credits",
      personCaps: "Limits für jede Person, in Credits",
      capsHint: (example) => `Zum Beispiel: ${example}. Leer: kein Limit.`,
      askAbove: "Braucht eine Genehmigung",
      always: "Jedes Video",
      above: (most) => `Videos für mehr als ${credits(most)}`,
      never: "Nie",
      approvals: "Kanal für Genehmigungen",
      approvalsHint: "Nötig für Genehmigungen und für ein Limit pro Person",
      approveOwn: "Verantwortliche genehmigen eigene Videos",
      yes: "Ja",
      no: "Nein",
    },
    managersForm: {
      note: "Sie genehmigen Videos und sehen die Berichte. Schlüssel und Regeln ändern nur Admins.",
      managers: "Verantwortliche",
      hint: "Außer den Admins des Teams",
    },
    contentRulesForm: {
      note: "Das gilt für jedes Video, das hier entsteht, egal wer bezahlt.",
      words: "Wörter, die in keinem Prompt stehen dürfen",
      wordsHint: "Eins pro Zeile, bis zu 100",
      blocked: "Wer hier keine Videos machen darf",
      blockedHint: "Ist niemand gewählt, ist niemand gesperrt",
      ageRestricted: "Nur in Kanälen mit Altersbeschränkung",
    },
    house: {
      words: (words) => `In Prompts nicht erlaubt: ${count(words, "Wort", "Wörter")}.`,
      blocked: (names) => ["Gesperrt: ", ...names, "."],
      ageRestricted: "Videos gibt es nur in Kanälen mit Altersbeschränkung.",
      paused: "Reelay ist hier pausiert: Niemand kann neue Videos starten.",
      pausedNow: "Reelay ist hier pausiert. Laufende Videos werden noch fertig.",
      goesOn: "Hier können wieder neue Videos entstehen.",
      notYourself: "Du kannst dich nicht selbst sperren. Nichts wurde gespeichert.",
      badWords: (most, length) =>
        `Höchstens ${number(most)} Wörter, eins pro Zeile, jedes mit höchstens ${number(length)} Zeichen. Es wurde nichts gespeichert.`,
    },
    audit: {
      title: "Protokoll",
      none: "Noch nichts.",
      file: "Die Datei enthält die letzten 100 Einträge. Zeiten sind in UTC.",
      somebody: "jemand, dessen Daten gelöscht sind",
      did: {
        key_set: "Teamschlüssel gespeichert",
        key_removed: "Teamschlüssel entfernt",
        paused: "Reelay pausiert",
        went_on: "Reelay läuft weiter",
        style_saved: "Stil gespeichert",
        style_removed: "Stil entfernt",
        approved: "Video genehmigt",
        declined: "Video abgelehnt",
      },
    },
    spendersForm: {
      everyone: "Alle hier",
      yes: "Ja, alle dürfen ausgeben",
      no: "Nein, nur die unten Gewählten",
      people: "Personen",
      roles: "Rollen",
      places: "Kanäle",
      placesHint: "Ist keiner gewählt: in jedem Kanal",
    },
    badCap: (given, example) =>
      `„${given}“ ist kein Limit. Gib ${example} ein oder nur eines von beiden, oder lass das Feld leer.`,
    otherManagers:
      "Es gibt weitere Verantwortliche, deshalb darf niemand eigene Videos genehmigen. Wähle Nein. Es wurde nichts gespeichert.",
    ownApprovalOff: "Jetzt können auch andere entscheiden, deshalb darf niemand mehr eigene Videos genehmigen.",
    rulesSaved: "Gespeichert",
    savedMeanwhile: {
      title: "Nicht gespeichert",
      body: [
        "Jemand anderes hat die Regeln geändert, nachdem du das Formular geöffnet hast.",
        "Öffne das Formular noch einmal, um zu sehen, wie sie jetzt sind.",
      ],
    },
    keySaved: (lastFour) => `Der Schlüssel des Teams${endingIn(lastFour)} ist verschlüsselt gespeichert.`,
    keyUnchecked: "Der Videodienst hat keine klare Antwort gegeben, deshalb ist er noch nicht geprüft.",
    keyWithoutCredits: "Der Videodienst meldet, dass das Konto des Teams nicht genug Credits hat.",
    nobodyMaySpend: "Noch darf niemand ausgeben: Drück auf „Wer ausgeben darf“.",
    noCapYet:
      "Es ist kein Limit gesetzt: Wer ausgeben darf, kann alle Credits auf dem Konto des Teams verbrauchen. Drück auf „Regeln“, um ein Limit zu setzen.",
    confirmRemoval: "Den Schlüssel des Teams entfernen?",
    afterRemoval: "Dann kann niemand mehr neue Videos damit starten. Die Regeln bleiben.",
    removed: { title: "Der Schlüssel des Teams ist entfernt", body: ["Reelay hat ihn gelöscht."] },
    noVideos: "Noch keine Videos mit dem Schlüssel des Teams.",
    today: "Heute (UTC)",
    thisMonth: "Dieser Monat",
    lastMonth: "Letzter Monat",
    deletedPerson: (spent) => `Person mit gelöschten Daten: ${spent}`,
    row: (made, spent) => `${videos(made)}, ${spent}`,
    inTheFile: (people) =>
      people === 1
        ? "Eine weitere Person steht in der Datei."
        : `${number(people)} weitere Personen stehen in der Datei.`,
    csv: "Die Datei hat eine Zeile für jede Person und jeden Monat.",
    fileUnsure: "Der Bericht wurde als Datei gesendet. Falls du ihn nicht siehst, ruf ihn noch einmal ab.",
    noFile: "Die Datei konnte hier nicht gesendet werden.",
    working: { title: "Wird zusammengezählt …", body: ["Das kostet keine Credits."] },
  },

  teamNews: {
    cap: {
      titles: {
        most: "Die meisten Credits dieses Monats sind verbraucht",
        all: "Die Credits dieses Monats sind aufgebraucht",
      },
      text: (used, cap) =>
        `Die Videos des Teams haben diesen Monat ${number(used)} von ${credits(cap)} verbraucht oder reserviert.`,
      noneLeft: "Für ein weiteres Video reicht es nicht.",
      next: "Das Limit kannst du unter „Regeln“ ändern.",
    },
    noCredits: {
      title: "Das Konto des Teams ist leer",
      body: [
        "Der Videodienst meldet, dass das Konto des Teams nicht genug Credits hat. Für Videos, die er deshalb nicht startet, wird nichts abgebucht. Nach laufenden Videos fragt Reelay weiter.",
        "Lade im Dashboard des Teams beim Videodienst Credits nach.",
      ],
    },
    keyRefused: {
      title: "Der Schlüssel des Teams wurde abgelehnt",
      body: [
        "Der Videodienst nimmt den Schlüssel des Teams nicht mehr an. Das Team bezahlt deshalb keine neuen Videos; begonnene warten auf einen neuen Schlüssel.",
        "Füge ihn unter „Teamschlüssel“ hinzu.",
      ],
    },
    costMore: {
      title: "Ein Video hat mehr als seinen Preis gekostet",
      text: (price, charged) =>
        `Der Videodienst hat für ein Video zu ${credits(price)} ${credits(charged)} abgebucht. Für den Monat des Teams zählt, was abgebucht wurde.`,
    },
  },

  approvals: {
    asked:
      "Die Verantwortlichen deines Teams müssen dieses Video erst genehmigen. Bis dahin wird nichts abgebucht oder reserviert.",
    unreached:
      "Die Verantwortlichen deines Teams waren in ihrem Kanal nicht zu erreichen. Sag einem von ihnen Bescheid: Die Anfrage steht in der Liste der Genehmigungen des Teams.",
    theySee: "Die Verantwortlichen sehen deinen Prompt und, falls vorhanden, dein Bild.",
    expires: (when) => ["Die Anfrage läuft ", when, " ab."],
    managers: "den Verantwortlichen deines Teams",
    approvedBy: (who) => ["Genehmigt von ", who, "."],
    declinedBy: (who) => ["Abgelehnt von ", who, ". Es wurde nichts abgebucht."],
    reason: (note) => `Begründung: „${note}“`,
    askAgain: "Mit „Ändern & starten“ kannst du es ändern, mit „Noch einmal“ erneut darum bitten.",
    buttons: {
      withdraw: "Zurückziehen",
      approve: (price) => `${credits(price)} genehmigen`,
      decline: "Ablehnen",
      showPicture: "Bild zeigen",
    },
    pictureSent: {
      title: "Bild geschickt",
      body: [
        "Es ist in deiner Direktnachricht mit Reelay. Falls du es nicht siehst, drück noch einmal auf „Bild zeigen“.",
      ],
    },
    pictureNotSent: {
      title: "Bild nicht geschickt",
      body: ["Reelay konnte das Bild nicht holen oder dir nicht schicken. Versuch es in einer Minute noch einmal."],
    },
    question: {
      title: "Dieses Video genehmigen?",
      asksSeveral: (who, count, price) => [who, ` fordert ${videos(count)} an, die zusammen ${credits(price)} kosten.`],
      asks: (who, price) => [who, ` fordert ein Video an, das ${credits(price)} kostet.`],
      because: {
        ask_above: "Wegen seines Preises braucht es eine Genehmigung.",
        person_day: "Es würde das Tageslimit dieser Person überschreiten und braucht deshalb eine Genehmigung.",
        person_month: "Es würde das Monatslimit dieser Person überschreiten und braucht deshalb eine Genehmigung.",
      },
      leftForPerson: {
        day: (left) => `Heute (UTC) für diese Person übrig: ${credits(left)}.`,
        month: (left) => `Diesen Monat für diese Person übrig: ${credits(left)}.`,
      },
      mayBeOwn: "Diese Person gehört zu den Verantwortlichen und darf es selbst genehmigen.",
      picture: "Bild öffnen",
      privatePicture: "Ein privates Bild gehört dazu.",
    },
    titles: {
      approved: "Genehmigt",
      declined: "Abgelehnt",
      expired: "Abgelaufen",
      withdrawn: "Zurückgezogen",
      over: "Nicht mehr offen",
    },
    ended: {
      approved: (who, when) => ["Genehmigt von ", who, " (", when, ")."],
      declined: (who, when) => ["Abgelehnt von ", who, " (", when, ")."],
      withdrawn: (who, when) => ["Zurückgezogen von ", who, " (", when, ")."],
      expired: (when) => ["Nach 24 Stunden ohne Antwort abgelaufen (", when, ")."],
      over: "Dieses Video wartet nicht mehr auf eine Genehmigung.",
    },
    list: {
      title: "Offene Genehmigungen",
      none: "Kein Video wartet auf eine Genehmigung.",
      until: (when) => ["läuft ", when, " ab"],
      choose: "Anfrage auswählen",
    },
    here: {
      title: "Genehmigungen kommen hier an",
      body: [
        "Videos, die eine Genehmigung brauchen, erscheinen mit ihrem Prompt in diesem Kanal. Alle hier können sie sehen, entscheiden können nur Verantwortliche.",
      ],
    },
    declineForm: {
      title: "Video ablehnen?",
      note: "Mit dem Absenden lehnst du das Video ab. Schließt du das Formular, ist nichts entschieden.",
      reason: "Begründung",
      hint: "Steht dann auf der Karte des Videos.",
    },
    tooMany: {
      title: "Zu viele Videos warten",
      text: (most) =>
        `Du kannst ${videos(most)} gleichzeitig warten lassen. Dieses wurde nicht gestartet. Es wurde nichts abgebucht.`,
      next: "Zieh eines davon zurück, oder versuch es noch einmal, sobald über eines entschieden ist.",
    },
    notYourOwn: {
      title: "Das entscheidet jemand anderes",
      body: [
        "Du hast dieses Video selbst angefordert, deshalb entscheidet jemand anderes darüber. Die Anfrage ist weiter offen.",
        "Falls du es nicht brauchst, drück auf seiner Karte auf „Zurückziehen“.",
      ],
    },
    alreadyDecided: "Schon entschieden",
    approvedNow: (who, price) => [
      "Das Video von ",
      who,
      ` startet, sobald Platz dafür ist. Dafür reserviert: ${credits(price)}.`,
    ],
    declinedNow: (who) => [who, " sieht es auf der Karte des Videos. Es wurde nichts abgebucht."],
    overTeamCap: {
      title: "Nicht genehmigt",
      stillOpen:
        "Die Anfrage ist weiter offen, und es wurde nichts abgebucht. Genehmige sie, wenn das Limit erhöht ist, oder lehne sie ab.",
    },
    checking: { title: "Einen Moment …", body: ["Wir prüfen, ob du darüber entscheiden darfst."] },
    withdrawnNow: { title: "Zurückgezogen", body: ["Dieses Video wird nicht erstellt. Es wurde nichts abgebucht."] },
    alreadyBegun: {
      title: "Zu spät",
      body: [
        "Dieses Video wartet nicht mehr und kann deshalb nicht zurückgezogen werden. Auf seiner Karte steht, wie weit es ist.",
      ],
    },
    channelNeeded:
      "Für Genehmigungen und für Limits pro Person braucht es einen Kanal für Genehmigungen. Wähle einen aus. Es wurde nichts gespeichert.",
    notReached: {
      noAccess: {
        discord:
          "Reelay kann in diesem Kanal nichts posten, deshalb wurde nichts gespeichert. Erlaube ihm dort „Kanal ansehen“ und „Nachrichten senden“ und speichere dann noch einmal.",
        slack:
          "Reelay kann in diesem Kanal nichts posten, deshalb wurde nichts gespeichert. Lade es dort mit /invite ein und speichere dann noch einmal.",
      },
      restricted:
        "Die Einstellungen dieses Kanals oder Workspace lassen dort nur bestimmte Personen und Apps posten, deshalb wurde nichts gespeichert. Wähle einen anderen Kanal, oder lass das von einem Admin des Workspace ändern.",
      other: (chat) =>
        `${chat} hat Reelay in diesem Kanal nicht posten lassen, deshalb wurde nichts gespeichert. Wähle einen anderen Kanal. Sag den Betreibern dieses Bots Bescheid (${OPERATORS}): Der Grund steht in ihrem Protokoll.`,
      outage: (chat) =>
        `${chat} hat gerade nicht klar geantwortet, deshalb wurde nichts gespeichert. Versuch es in einer Minute noch einmal.`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "Gerade nicht",
      body: [`Reelay kann das gerade nicht speichern. ${NOTHING_CHARGED}`, "Versuch es in einer Minute noch einmal."],
    },
    teamUnread: {
      title: "Gerade nicht",
      body: [
        `Reelay kann die Regeln des Teams gerade nicht lesen. ${NOTHING_CHARGED}`,
        `Versuch es in einer Minute noch einmal. Hilft das nicht, sag den Betreibern dieses Bots Bescheid: ${OPERATORS}.`,
      ],
    },
    tooManyCommands: {
      title: "Etwas langsamer, bitte",
      text: (most) => `Du kannst bis zu ${most} Befehle pro Minute nutzen. Versuch es in einer Minute noch einmal.`,
    },
    busy: {
      title: "Reelay ist beschäftigt",
      text: "Reelay ist mit den Befehlen anderer beschäftigt. Versuch es in einer Minute noch einmal.",
    },
    notAllowedHere: {
      title: "Hier kannst du keine Videos erstellen",
      because: {
        not_this_team: "Dieser Bot macht Videos nur auf bestimmten Servern und in bestimmten Workspaces.",
        not_this_channel: "Dieser Bot macht Videos nur in bestimmten Kanälen.",
        no_role: "Dafür brauchst du eine Rolle, die du nicht hast. Ein Admin dieses Servers kann sie dir geben.",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "Nicht erlaubt",
      body: [`Du kannst mit diesem Bot keine Videos erstellen. ${NOTHING_CHARGED}`, ASK_OPERATORS],
    },
    notYours: {
      title: "Nicht dein Video",
      body: ["Das kann nur die Person, die dieses Video angefordert hat. Du kannst dein eigenes erstellen."],
    },
    strayPress: {
      title: "Es ist nichts passiert",
      body: [
        "Dieser Button gehört nicht zu der Nachricht, in der er gedrückt wurde. Es wurde nichts abgebucht.",
        "Nimm die Karte des Videos selbst: Du kannst sie aus deiner Videoliste hierher holen.",
      ],
    },
    goneCard: {
      title: "Abgelaufen",
      body: [
        `Die Daten dieses Videos sind gelöscht, deshalb funktionieren seine Buttons nicht mehr. ${NOTHING_CHARGED}`,
        "Fordere ein neues Video an.",
      ],
    },
    noSuchVideo: {
      title: "Video nicht gefunden",
      body: [
        "Keine deiner Video-IDs beginnt so, oder mehrere beginnen so. Die IDs stehen in deiner Videoliste: Gib mindestens sechs Zeichen an.",
      ],
    },
    forgottenPrompt: {
      title: "Abgelaufen",
      body: [`Dieser Prompt ist nicht mehr gespeichert. ${NOTHING_CHARGED}`, "Gib ihn noch einmal ein."],
    },
    stillStarting: {
      title: "Startet gerade",
      body: ["Dieses Video startet gerade. Du kannst seine Karte gleich hierher holen."],
    },
    unknownAct: {
      title: "Aus einer anderen Version",
      text: `Das stammt aus einer anderen Version von Reelay und funktioniert hier nicht. ${NOTHING_CHARGED}`,
      next: (help) => ["Mit ", help, " siehst du, was du tun kannst."],
    },
    notPrepared: {
      title: "Etwas ist schiefgegangen",
      body: [
        `Reelay konnte das nicht für dich zusammenstellen. ${NOTHING_CHARGED}`,
        `Versuch es in einer Minute noch einmal. Hilft das nicht, sag den Betreibern dieses Bots Bescheid: ${OPERATORS}.`,
      ],
    },
    somethingWentWrong: {
      title: "Etwas ist schiefgegangen",
      body: [
        `In Reelay ist etwas schiefgegangen, und es wurde kein Video gestartet. ${NOTHING_CHARGED}`,
        "Versuch es in einer Minute noch einmal.",
      ],
    },
    alreadyOnItsWay: {
      title: "Schon in Arbeit",
      body: ["Dieses Video ist schon in Arbeit. Du hast kein zweites gestartet."],
    },
    justStarted: {
      title: "Gerade gestartet",
      body: [
        "Von dieser Karte aus wurde gerade erst ein Video gestartet. Für ein weiteres schick das Formular in ein paar Sekunden noch einmal ab. Hierfür wurde nichts abgebucht.",
      ],
    },
    notifiedToo: { title: "Du bekommst auch Bescheid.", body: ["Wir erwähnen dich, wenn dieses Video fertig ist."] },
    notifiedUntil: {
      title: "Du bekommst auch Bescheid, eine Zeit lang.",
      text: (when) => [
        "Ist dieses Video bis ",
        when,
        " fertig, erwähnen wir dich. Danach kann Reelay nur noch der Person Bescheid geben, die es angefordert hat.",
      ],
    },
    nobodyNotified: {
      title: "Hier nicht möglich",
      body: [
        "Reelay kann nur der Person Bescheid geben, die dieses Video angefordert hat. Du stehst nicht auf der Liste.",
      ],
    },
    notifiedAnyway: {
      title: "Du bekommst sowieso Bescheid.",
      body: ["Das ist dein eigenes Video: Wir erwähnen dich, wenn es fertig ist."],
    },
    listFull: {
      title: "Die Liste ist voll",
      body: ["Eine Nachricht kann nicht noch mehr Leute erwähnen. Die Karte selbst wird für alle aktualisiert."],
    },
    alreadyOver: {
      title: "Schon beendet",
      body: ["Es gibt nichts mehr abzuwarten: Das Ergebnis steht auf der Karte."],
    },
    stillRunning: {
      title: "Noch in Arbeit",
      body: [
        "Dieses Video ist noch in Arbeit, deshalb bleibt seine Karte. Ein gestartetes Video lässt sich nicht anhalten.",
        "Du kannst die Karte löschen, wenn es fertig ist.",
      ],
    },
  },

  frontEnd: {
    restarting: {
      title: "Reelay startet gerade neu",
      body: ["Es wurde nichts abgebucht. Versuch es in einer Minute noch einmal."],
    },
    unreadable: {
      title: "Reelay konnte das nicht lesen",
      body: ["Es wurde nichts abgebucht. Versuch es noch einmal."],
    },
    unfinished: {
      title: "Etwas ist schiefgegangen",
      body: ["Schau nach, was passiert ist, bevor du es noch einmal versuchst."],
    },
    closed: { title: "Das Öffnen hat zu lange gedauert", body: ["Es wurde nichts abgebucht. Versuch es noch einmal."] },
    notOpened: {
      title: "Slack hat das nicht geöffnet",
      body: ["Es wurde nichts abgebucht. Versuch es in einer Minute noch einmal."],
    },
    unpostable: {
      title: "Reelay konnte die Karte deines Videos nicht posten",
      because: {
        no_access: "Lade Reelay in diesen Kanal ein, oder nimm einen anderen.",
        restricted:
          "Die Einstellungen dieses Kanals oder Workspace lassen hier nur bestimmte Personen und Apps posten. Nimm einen anderen Kanal, oder frag einen Admin des Workspace.",
        other: `Slack hat sie abgelehnt. Nimm einen anderen Kanal. Wenn das nicht hilft, sag den Betreibern dieses Bots Bescheid (${OPERATORS}): Der Grund steht in ihrem Protokoll.`,
        outage: "Slack nimmt sie gerade nicht an. Versuch es in einer Minute noch einmal.",
      },
    },
    notInstalled: {
      title: "Reelay ist in diesem Workspace nicht installiert",
      body: ["Es wurde nichts abgebucht. Bitte einen Admin des Workspace, es wieder zu installieren."],
    },
    inDirect: {
      title: "Die Karte deines Videos ist in deinen Direktnachrichten",
      body: ["Nur du siehst sie, so wie in deinen Einstellungen."],
    },
    notInChannel: {
      no_access: {
        title: "Reelay ist nicht in diesem Kanal",
        text: (command) => [
          "Deshalb kann die Karte deines Videos hier nicht aktualisiert werden. Lade es ein mit ",
          command,
          ".",
        ],
      },
      restricted: {
        title: "Reelay darf in diesem Kanal nicht posten",
        body: [
          "Die Einstellungen dieses Kanals oder Workspace lassen hier nur bestimmte Personen und Apps posten. Deshalb kann die Karte deines Videos hier nicht aktualisiert werden. Ein Admin des Workspace kann das ändern.",
        ],
      },
      other: {
        title: "Slack hat die Karte in diesem Kanal abgelehnt",
        body: [
          `Deshalb kann die Karte deines Videos hier nicht aktualisiert werden. Sag den Betreibern dieses Bots Bescheid (${OPERATORS}): Der Grund steht in ihrem Protokoll.`,
        ],
      },
    },
    whyHere: "Das steht hier, weil Reelay in dem Kanal, aus dem deine Anfrage kam, nicht schreiben kann.",
    moderated: {
      title: "Von der Moderation auf Discord blockiert",
      automod:
        "AutoMod auf diesem Server hat Reelays Antwort nicht zugelassen, deshalb wurde kein Video gestartet. Es wurde nichts abgebucht.",
      links:
        "Discords Filter für schädliche Links hat Reelays Antwort nicht zugelassen, deshalb wurde kein Video gestartet. Es wurde nichts abgebucht.",
      next: "Ändere den Prompt und versuch es noch einmal. Ein Admin dieses Servers kann die Rolle von Reelay von einer AutoMod-Regel ausnehmen.",
      nextLinks: "Nimm den Link aus dem Prompt und versuch es noch einmal.",
    },
    refusedAnswer: {
      title: "Discord hat Reelays Antwort abgelehnt",
      body: [
        "Discord hat Reelays Antwort hier nicht angenommen, deshalb wurde kein Video gestartet. Es wurde nichts abgebucht.",
        `Versuch es noch einmal, auch in einem anderen Kanal. Wenn das nicht hilft, sag den Betreibern dieses Bots Bescheid (${OPERATORS}): Der Grund steht in ihrem Protokoll.`,
      ],
    },
  },

  forms: {
    format: "Format, Auflösung und Länge",
    save: "Speichern",
    makeIt: "Erstellen",
    prices: (list) => `Preise: ${list}.`,
    key: {
      note: "Nur du siehst dieses Formular. Der Schlüssel wird ohne Credits geprüft und verschlüsselt gespeichert.",
      waits: (price) => `Das Video, das darauf wartet, kostet ${credits(price)} und geht von selbst weiter.`,
      label: "API-Schlüssel",
      hint: "Aus deinem Dashboard beim Videodienst",
    },
    creditsAreTaken: "Credits werden beim Start abgebucht und erstattet, wenn das Video fehlschlägt.",
    newVideo: "Damit entsteht ein neues Video. Credits werden beim Start abgebucht und erstattet, wenn es fehlschlägt.",
    pictureAgain: "Bild erneut hinzufügen",
    risk: (atMost) => `Das erste Video kostete vielleicht schon bis zu ${credits(atMost)}. Dieses kostet extra.`,
    prompt: "Prompt",
    promptHint: "Was im Video passieren soll",
    resolution: "Auflösung und Preis",
    picture: "Bild",
    address: "Adresse eines Bildes",
    hints: {
      upload: (most) => `Ein Bild, das animiert wird, bis ${number(most)} MB.`,
      address: (most) => `Die Adresse (https://…) eines Bildes, das animiert wird, bis ${number(most)} MB.`,
      uploadKept: (most) => `Bleibt das Feld leer, wird das vorherige Bild verwendet. Bis ${number(most)} MB.`,
      uploadEmpty: (most) => `Bis ${number(most)} MB.`,
      addressEmpty: (most) => `https://…, bis ${number(most)} MB.`,
      gone: (most) =>
        `Das vorherige Bild lässt sich nicht mehr öffnen. Füge es oder ein anderes hinzu, bis ${number(most)} MB.`,
    },
  },

  slackForms: {
    close: "Schließen",
    where: "Wohin die Karte kommt",
    whereHint: "Bleibt das Feld leer, kommt sie in deine Direktnachrichten mit Reelay.",
    upTo: (most) => `Bis zu ${number(most)} Zeichen`,
    or: (label) => `Oder: ${label}`,
    noHiding: "Slack kann nicht verbergen, was du hier eingibst: Achte darauf, dass niemand deinen Bildschirm sieht.",
    noFiles: "Dateien lassen sich hier nicht hochladen: Die Betreiber dieses Bots haben das nicht eingerichtet.",
  },

  choices: {
    ratio: { "16:9": "16:9 (Querformat)", "9:16": "9:16 (Hochformat)" },
    asPicture: "Wie das Bild",
    resolution: (resolution, ten, fifteen) => `${resolution} (${ten} Credits für 10 s, ${fifteen} für 15 s)`,
    pay: { mine: "Mein Schlüssel", team: "Schlüssel des Teams" },
    payByItself: "Mein Schlüssel, sonst der des Teams",
    ping: {
      on: "An",
      off: "Aus",
      channel: "An, auch im Kanal",
    },
    attach: { yes: "Wenn möglich in der Karte abspielen", no: "Nur der Link" },
    attachInThread: "Wenn möglich im Thread der Karte abspielen",
    visibility: { here: "Alle hier sehen die Karte", private: "Nur ich sehe die Karte" },
    confirmAbove: {
      always: () => "Immer",
      above: (most) => `Bei mehr als ${credits(most)}`,
      never: () => "Nie",
    },
  },

  settings: {
    yours: "Deine Einstellungen",
    saved: "Deine Einstellungen sind gespeichert",
    note: "Voreinstellungen für deine Videos.",
    first: "Optionen in einer Anfrage gehen vor, und ein Bild behält sein eigenes Format.",
    labels: {
      ratio: "Format",
      duration: "Länge",
      resolution: "Auflösung",
      ping: "Benachrichtigungen",
      attach: "Videodatei",
      visibility: "Sichtbarkeit",
      confirm_above: "Vorher fragen",
      pay: "Wer bezahlt",
    },
    line: (label, chosen) => `${label}: ${chosen}`,
    bad: (given, allowed) => `„${given}“ ist hier nicht möglich. Wähle ${allowed}.`,
    nothingChanged: "Nichts wurde geändert",
  },

  data: {
    title: "Deine Daten",
    gathering: { title: "Deine Datei wird zusammengestellt …", body: ["Das kostet keine Credits."] },
    fileHere:
      "In dieser Datei ist alles, was Reelay über dich speichert. Nur du siehst sie hier: Lade sie herunter, bevor du Discord schließt.",
    fileInDirect:
      "Alles, was Reelay über dich speichert, ist in einer Datei in deiner Direktnachricht mit Reelay. Sie bleibt dort, bis du sie löschst.",
    leftOut: (entries) =>
      `Alles zusammen wäre zu groß für diesen Chat, deshalb fehlen die ältesten Einträge: ${number(entries)}.`,
    notTheKey: "Dein Schlüssel selbst ist nicht darin, nur seine letzten vier Zeichen.",
    notNow: {
      title: "Deine Datei konnte gerade nicht geschickt werden",
      body: ["Der Chat hat nicht klar geantwortet. Fordere sie in einer Minute noch einmal an."],
    },
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
    nothingKept: {
      title: "Nichts gespeichert",
      body: ["Reelay hat nichts über dich gespeichert, also gibt es nichts zu löschen."],
    },
    confirm: "Deine Daten löschen?",
    permanentlyDeleted: (parts) => `Endgültig gelöscht wird: ${parts}.`,
    stays: [
      "Karten, Nachrichten und Dateien im Chat bleiben, wo sie sind. Wenn du Karten davon loswerden willst, lösch sie vorher: Danach funktionieren ihre Buttons nicht mehr.",
      "Die Betreiber dieses Bots haben vielleicht noch Backups und Logs.",
    ],
    teamSums:
      "Was ein Team für Videos von dir bezahlt hat, bleibt in seiner Abrechnung als „Person mit gelöschten Daten“. Bis zum Ende des Tages und des Monats zählt es dort weiter zu deinen Limits.",
    deleted: "Deine Daten sind gelöscht",
    forgotten: "Reelay hat gelöscht, was es über dich gespeichert hatte.",
    sevenDays:
      "Sieben Tage lang bleiben noch die IDs deiner letzten Videos gespeichert, sonst nichts davon, damit keines doppelt erstellt wird.",
    going: {
      title: "Deine Daten werden gelöscht",
      body: ["Das dauert einen Moment. Du musst nichts mehr tun."],
    },
    tooOldText: (command) => [
      "Nichts wurde gelöscht: Diese Frage ist mehr als 15 Minuten alt. Versuch es noch einmal mit ",
      command,
      ".",
    ],
    notYours: {
      title: "Nicht deins",
      body: ["Das kann nur die Person, um deren Daten es geht. Nichts wurde gelöscht."],
    },
    parts: {
      key: "dein API-Schlüssel",
      settings: "deine Einstellungen",
      welcomed: "die Notiz, dass du begrüßt wurdest",
      ended: (ended) =>
        `die Einträge zu ${count(ended, "beendeten Video", "beendeten Videos")}, samt Prompts und Links`,
      films: (films) =>
        `${count(films, "gespeichertes Video", "gespeicherte Videos")} samt ${films === 1 ? "Link" : "Links"}`,
      kept: (requests) => `${count(requests, "Anfrage, die", "Anfragen, die")} du noch nicht gestartet hast`,
      costs: (costs) => `was ${videos(costs)} gekostet ${costs === 1 ? "hat" : "haben"}`,
      open: (open) => `${videos(open)} in Arbeit`,
    },
    withdrawn: (waiting) =>
      `${videos(waiting)} ${waiting === 1 ? "wartet noch und wird zurückgezogen: Es wird nicht" : "warten noch und werden zurückgezogen: Sie werden nicht"} erstellt, und nichts wird abgebucht.`,
    stillOpen: (open) =>
      `${videos(open)} ${open === 1 ? "ist noch in Arbeit und lässt" : "sind noch in Arbeit und lassen"} sich nicht anhalten: Du erfährst noch das Ergebnis, dann ${open === 1 ? "wird auch das" : "werden auch sie"} gelöscht.`,
    justEnded: (ended) =>
      `${videos(ended)} ${ended === 1 ? "ist gerade fertig geworden und wird gelöscht, sobald seine Karte" : "sind gerade fertig geworden und werden gelöscht, sobald ihre Karten"} aktuell ${ended === 1 ? "ist" : "sind"}.`,
    nothing: "nichts",
    listed: (first, last) => `${first.join("; ")}; und ${last}`,
  },

  spending: {
    thisMonth: (spent) => `Dieser Monat: ${spent}.`,
    lastMonth: (spent) => `Letzter Monat: ${spent}.`,
    none: "keine Credits verbraucht",
    spent: (spent) => `${credits(spent)} verbraucht`,
    refunds: (charged, refunded) => ` (${number(charged)} abgebucht, ${number(refunded)} erstattet)`,
    maybe: (atMost) => `, dazu bis zu ${number(atMost)} unbestätigt`,
  },

  list: {
    title: "Deine Videos",
    page: (page) => `Deine Videos, Seite ${page}`,
    none: "Du hast noch kein Video erstellt.",
    noOlder: "Es gibt keine älteren Videos.",
    choose: "Eine Karte hierher holen …",
    kept: (when) => ["hier gespeichert, läuft ", when, " ab"],
  },

  home: {
    make: "Aus einem Prompt, mit oder ohne Bild.",
    welcome: {
      title: "Willkommen bei Reelay",
      describe: (command) => [
        "Sag, was passieren soll, und Reelay macht ein kurzes Video daraus: Gib in einem Kanal ",
        command,
        " ein, oder schreib Reelay hier.",
      ],
      addKey:
        "Videos werden über dein eigenes Konto beim Videodienst abgerechnet. Füge also zuerst deinen API-Schlüssel hinzu.",
    },
  },

  help: {
    title: "So erstellst du ein Video",
    parts: {
      start: "Erste Schritte",
      prices: "Preise",
      yours: "Dein Schlüssel und deine Daten",
      know: "Gut zu wissen",
      now: "Im Moment",
    },
    sample: "eine Katze beim Surfen",
    addKey: (command) => [
      "Füge deinen eigenen API-Schlüssel hinzu: ",
      command,
      ". Du bekommst ihn in deinem Konto beim Videodienst.",
    ],
    describe: (command) => [
      "Sag, was passieren soll: ",
      command,
      ". Die Karte zeigt, wie weit es ist, und du bekommst Bescheid, wenn es fertig ist.",
    ],
    several: (command) => ["Mehrere Videos auf einmal, Szenen oder Versionen von einem Prompt: ", command, "."],
    options: (command) => [
      "Format, Länge, Auflösung und ein Bild sind Optionen von ",
      command,
      ", alle optional. Für ein Bild in einer Nachricht öffne das Menü der Nachricht: Apps, Bild animieren.",
    ],
    flags: (flags, command) => [
      "Flags kommen hinter den Prompt: ",
      flags,
      ". ",
      command,
      " allein öffnet ein Formular.",
    ],
    otherFlags: (flag) => [
      "Auch Flags im Prompt wie ",
      flag,
      " werden verstanden. Im Zweifel fragt Reelay, bevor etwas bezahlt wird.",
    ],
    pricesNote: "Credits werden beim Start abgebucht und erstattet, wenn ein Video fehlschlägt.",
    spentUnknown: "Wie viele Credits du diesen Monat verbraucht hast, lässt sich gerade nicht lesen.",
    key: (status, remove) => ["Dein Schlüssel: ", status, " zeigt, ob er funktioniert, ", remove, " löscht ihn."],
    contact: (contact) => ["Fragen zu diesem Bot: ", contact],
    terms: "Nutzungsbedingungen",
    privacy: "Datenschutzerklärung",
    goOn: "„Fortsetzen“ auf der Karte eines fertigen Videos macht den nächsten Teil, aus seinem letzten Bild.",
    join: "„Verbinden“ macht aus allen Teilen kostenlos ein einziges Video.",
    cannotStop:
      "Ein gestartetes Video lässt sich nicht anhalten. „Löschen“ entfernt nur die Karte und ihre Benachrichtigung.",
    cannotStopSaved:
      "Ein gestartetes Video lässt sich nicht anhalten. „Löschen“ entfernt die Karte und ihre Benachrichtigung und fragt, ob auch das gespeicherte Video gelöscht werden soll.",
    kept: (days, get, forget) => [
      `Prompts bleiben ${days === 1 ? "1 Tag" : `${number(days)} Tage`} nach dem Ende eines Videos gespeichert. `,
      "Was über dich gespeichert ist: ",
      get,
      " gibt es dir als private Datei, ",
      forget,
      " löscht es.",
    ],
    links: "Links funktionieren etwa 2 Stunden lang.",
    savedLinks: (days) =>
      `Reelay speichert fertige Videos bis zu ${count(days, "Tag", "Tage")} lang, und so lange funktionieren ihre Links.`,
    savedAlone: (days) =>
      `Links funktionieren etwa 2 Stunden lang. Die Videos selbst speichert Reelay bis zu ${count(days, "Tag", "Tage")} lang: Wenn ein Link abgelaufen ist, drück auf „Neuer Link“.`,
    allWell: "Alle Systeme laufen normal.",
    trouble: (troubles) => `Aktuelle Störungen: ${troubles}.`,
    orVideo: {
      title: "Hilfe oder ein Video?",
      text: (price) =>
        `Mit „Hilfe“ liest du, wie Reelay funktioniert; mit „Starten“ machst du ein Video aus diesem einen Wort. Das Video kostet ${credits(price)}. Noch wurde nichts abgebucht.`,
    },
    missing: {
      view_channel: `Reelay kann diesen Kanal nicht sehen und seine Karte deshalb nach 15 Minuten nicht mehr aktualisieren. ${allow("Kanal ansehen")}`,
      send_messages: `Reelay kann in diesem Kanal nicht schreiben und muss dir vielleicht per Direktnachricht Bescheid geben. ${allow("Nachrichten senden")}`,
      send_in_threads: `Reelay kann in diesem Thread nicht schreiben und muss dir vielleicht per Direktnachricht Bescheid geben. ${allow("Nachrichten in Threads senden")}`,
      embed_links: `Reelays Links haben in diesem Kanal keine Vorschau. ${allow("Links einbetten")}`,
      attach_files: `Reelay kann in diesem Kanal keine Dateien posten, deshalb kommt ein Video als Link. ${allow("Dateien anhängen")}`,
      read_history: `Reelay kann in diesem Kanal nicht auf seine eigene Karte antworten, deshalb kommen Benachrichtigungen als eigene Nachrichten. ${allow("Nachrichtenverlauf anzeigen")}`,
    },
  },

  install: {
    installed: {
      title: "Reelay ist installiert",
      text: (command) => `Tippe ${command} in Slack für dein erstes Video.`,
    },
    open: "Slack öffnen",
    denied: {
      title: "Reelay wurde nicht installiert",
      text: "Du hast es nicht erlaubt, also hat sich nichts geändert. Du kannst jederzeit neu beginnen.",
    },
    stale: {
      title: "Diese Seite ist abgelaufen",
      text: "Sie war länger als zehn Minuten offen, kam aus einem anderen Browser oder wurde zweimal geladen. Ist Reelay schon in deinem Workspace, bist du fertig. Sonst beginne neu.",
    },
    refused: {
      title: "Slack hat die Installation abgelehnt",
      text: `Reelay ist nicht installiert, weil es nicht richtig eingerichtet ist. Sag den Betreibern Bescheid (${OPERATORS}): Der Grund steht in ihrem Protokoll.`,
    },
    broken: {
      title: "Etwas ist schiefgegangen",
      text: `Reelay ist noch nicht installiert. Beginne in einer Minute neu. Hilft das nicht, sag den Betreibern Bescheid: ${OPERATORS}.`,
    },
    again: "Neu beginnen",
  },
};
