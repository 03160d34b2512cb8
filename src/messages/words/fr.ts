import type { Translation } from "../catalogue.ts";
import { numbersIn } from "../numbers.ts";
import { OPERATORS } from "../operators.ts";

const { count, number } = numbersIn("fr");

const amounts: Translation["amounts"] = {
  number,
  sentenceGap: " ",
  comma: ", ",
  or: " ou ",
  quoted: (text) => `« ${text} »`,
  credits: (credits) => count(credits, "crédit", "crédits"),
  videos: (videos) => count(videos, "vidéo", "vidéos"),
  seconds: (seconds) => count(seconds, "seconde", "secondes"),
  percentDone: (percent) => `Terminée à ${percent} %`,
  between: " à ",
  lessThanAMinute: "moins d’une minute",
  aboutMinutes: (minutes) => `environ ${count(minutes, "minute", "minutes")}`,
  aboutHours: (hours) => `environ ${count(hours, "heure", "heures")}`,
};
const { credits, videos } = amounts;

function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (se terminant par ${lastFour})`;
}

const ASK_OPERATORS = `Adressez-vous aux personnes qui gèrent ce bot : ${OPERATORS}.`;
const NOTHING_CHARGED = "Rien n’a été débité.";
const givenBack = (amount: number) => count(amount, "crédit vous a été remboursé", "crédits vous ont été remboursés");
const allow = (permission: string) => `Un admin peut autoriser « ${permission} » dans les paramètres du salon.`;
const PICTURE_KINDS = "Formats acceptés : PNG, JPEG, WebP et GIF.";
const ALL_PICTURE_KINDS = "Formats acceptés : PNG, JPEG, WebP, GIF, HEIC, AVIF, TIFF et BMP.";
const PICTURE_AGAIN = "Enregistrez-la de nouveau en PNG ou JPEG, ou utilisez une autre image.";
const flags = (names: string) => `Les options sont ${names}.`;
const IF_A_KEY =
  "Si c’est le cas, créez une nouvelle clé là où vous avez obtenu celle-ci, et supprimez l’ancienne : ce qui est tapé dans un chat a pu être vu.";
const MAYBE_A_KEY = "On dirait que ce texte contient une clé API ou un jeton : il n’a été ni transmis ni conservé.";
const IF_NOT_A_KEY = "Sinon, reformulez votre prompt.";

export const fr: Translation = {
  locale: "fr",
  serviceName: {
    "du service vidéo": "de {}",
    "au service vidéo": "à {}",
    "le service vidéo": "{}",
  },
  amounts,
  nothingCharged: NOTHING_CHARGED,

  buttons: {
    notifyMe: "Me prévenir aussi",
    again: "Refaire",
    edit: "Modifier et lancer",
    in720p: "En 720p",
    continue: "Continuer",
    startIt: "Lancer",
    cancel: "Annuler",
    freshLink: "Nouveau lien",
    delete: "Supprimer",
    deleteCard: "Retirer seulement la carte",
    makeVideo: "Créer une vidéo",
    makeThis: "Créer cette vidéo",
    addKey: "Ajouter ma clé",
    checkKey: "Vérifier",
    replaceKey: "Remplacer",
    removeKey: "Supprimer",
    changeSettings: "Modifier",
    changeDelivery: "Modifier la réception",
    removeAnyway: "Supprimer quand même",
    deleteData: "Supprimer mes données",
    newer: "Plus récentes",
    older: "Plus anciennes",
    reopenForm: "Rouvrir le formulaire",
    help: "Aide",
    getKey: "Obtenir une clé",
    checkCredits: "Voir mes crédits",
  },

  card: {
    received: {
      title: "Demande reçue",
      body: ["Cette carte montre l’avancement. Si ce n’est pas possible, vous recevrez un nouveau message à la place."],
    },
    starting: "Démarrage…",
    queued: {
      title: "En file d’attente",
      body: [
        "Le service vidéo est très sollicité : cette vidéo attend son tour et démarrera automatiquement. Rien n’a encore été débité.",
      ],
    },
    fetchingFilm:
      "Récupération de la vidéo précédente : celle-ci commence par sa dernière image. Rien n’a encore été débité.",
    serviceAway: "Le service vidéo est injoignable. Reelay réessaie. Rien n’a encore été débité.",
    notConfirmed:
      "Le service vidéo n’a pas encore confirmé cette vidéo. Reelay répète la demande, et vous n’êtes débité qu’une fois au plus.",
    making: "Création de la vidéo",
    overdue: {
      title: "Toujours pas terminée…",
      body: [
        "C’est bien plus long que d’habitude. Reelay continue de suivre cette vidéo, et la carte changera dès qu’il y aura du nouveau.",
      ],
    },
    needsKey:
      "Le service vidéo n’accepte plus votre clé. Ajoutez une nouvelle clé, et cette vidéo reprendra automatiquement.",
    needsCredits:
      "Le service vidéo répond que votre compte n’a pas assez de crédits et n’indique donc pas où en est cette vidéo. Elle est déjà payée, et Reelay continue de vérifier. Si rien ne change, rechargez votre compte.",
    silent: {
      no_answer:
        "Le service vidéo ne donne pour l’instant aucune réponse exploitable. Une vidéo déjà payée y continue normalement, et Reelay continue de l’interroger.",
      no_link:
        "Le service vidéo signale une vidéo terminée, mais n’a pas encore donné son lien. Reelay continue de le demander.",
    },
    updatesStop: "Cette carte ne sera bientôt plus mise à jour. Vous recevrez le résultat par message privé.",
    noPercentage: "En cours",
    left: (time) => `il reste ${time}`,
  },

  facts: {
    byTeam: {
      will: "Sera payé avec la clé de l’équipe",
      paid: "Payé avec la clé de l’équipe",
      perhaps: "Si des crédits ont été débités, c’est avec la clé de l’équipe",
    },
    askedBy: (person) => ["Demandée par ", person],
    price: (price) => `Prix : ${credits(price)}`,
    shapeOfPicture: "format de l’image",
    fromPicture: "à partir d’une image",
    sentAs: (width, height) => `Envoyée en ${number(width)} × ${number(height)}`,
    moreSent: (characters: number) =>
      `… et encore ${count(characters, "caractère, envoyé lui aussi", "caractères, tous envoyés")}`,
    moreCharacters: (characters) => `(encore ${count(characters, "caractère", "caractères")})`,
  },

  state: {
    waitingToStart: "En attente de démarrage",
    waitingForApproval: "En attente d’approbation",
    waitingForTurn: "En attente de son tour",
    waitingForFilm: "En attente de la vidéo précédente",
    starting: "Démarrage",
    waitingForKey: "En attente de votre clé",
    waitingForCredits: "Pas assez de crédits, vérification en cours",
    running: "En cours",
    ready: "Prête",
    doneWithoutLink: "Terminée, mais sans lien",
    failed: (refunded) => `Échec, ${count(refunded, "crédit remboursé", "crédits remboursés")}`,
    refused: "Refusée, rien n’a été débité",
    notStarted: "Pas lancée, rien n’a été débité",
    nobodyKnows: "Résultat inconnu, crédits peut-être débités",
    ended: "Toutes sont terminées",
  },

  outcome: {
    ready: "La vidéo est prête",
    tooLarge: "La vidéo est trop lourde pour ce chat : voici seulement le lien.",
    copyHere: "Une copie allégée est lue ici ; l’original est accessible par le lien.",
    notTaken: "La vidéo n’a pas pu être publiée dans ce chat : voici seulement le lien.",
    link: "Regarder ou télécharger la vidéo",
    linkIsNew:
      "Le lien vient d’être renouvelé. Nous ne savons pas combien de temps il fonctionnera : téléchargez vite la vidéo.",
    linkExpires: (when) => ["Le lien expire ", when, "."],
    linkHasExpired: (when) => [
      "Le lien a probablement expiré (",
      when,
      "). Consultez votre tableau de bord chez le service vidéo, ou refaites la vidéo.",
    ],
    linkHasExpiredKept: (when, until) => [
      "Le lien a probablement expiré (",
      when,
      "). Reelay conserve la vidéo jusqu’au ",
      until,
      " : appuyez sur « Nouveau lien ».",
    ],
    used: (amount) => `${count(amount, "crédit utilisé", "crédits utilisés")}.`,
    usedAbout: (amount) => `Environ ${count(amount, "crédit utilisé", "crédits utilisés")}.`,
    noLink: {
      title: "Terminée, mais sans lien",
      body: ["Le service vidéo a terminé la vidéo, mais n’a renvoyé aucun lien."],
    },
    failed: "Échec, crédits remboursés",
    failedText: (refund) => `La création de la vidéo a échoué. ${refund} Réessayez, ou changez le prompt.`,
    reason: (text) => `Motif donné par le service vidéo : « ${text} »`,
    refund: (amount) => `${givenBack(amount)}.`,
    refundAbout: (amount) => `Environ ${givenBack(amount)}.`,
    notStarted: "Pas lancée",
    dearer: "Son prix a augmenté pendant qu’elle attendait.",
    pressAgain: "Appuyez sur « Refaire » pour la lancer maintenant.",
    pressRetry: "Appuyez sur « Relancer les échecs » pour les lancer maintenant.",
    why: {
      too_old: "Reelay est resté indisponible trop longtemps : la demande n’a pas été lancée. Rien n’a été débité.",
      restored:
        "Reelay a été restauré depuis une sauvegarde, et cette vidéo a peut-être été faite depuis. La copie restaurée n’a rien débité pour elle.",
      answer_lost:
        "Nous ne savons pas si vous avez vu la première carte : la demande n’a pas été lancée. Rien n’a été débité.",
      answer_refused:
        "La réponse à votre commande n’est pas arrivée : la demande n’a pas été lancée. Rien n’a été débité.",
      answered_elsewhere:
        "Un autre processus de ce bot a répondu à votre commande et a peut-être fait cette vidéo. Ce processus-ci n’a rien débité pour elle.",
      store: "Reelay n’a pas pu enregistrer la demande à temps : elle n’a pas été lancée. Rien n’a été débité.",
      expired: "Personne n’a approuvé la demande dans les 24 heures : elle n’a pas été lancée. Rien n’a été débité.",
      withdrawn: "La demande a été retirée avant son lancement. Rien n’a été débité.",
      no_turn:
        "Il n’y a pas eu de place pour la demande pendant 2 heures : elle n’a pas été lancée. Rien n’a été débité.",
      film_gone:
        "La vidéo que celle-ci prolonge a disparu : ni son fichier ni son lien ne s’ouvrent plus. Cette vidéo n’a pas été lancée, et rien n’a été débité.",
      no_frame:
        "La dernière image de la vidéo que celle-ci prolonge n’a pas pu être prise : cette vidéo n’a pas été lancée. Rien n’a été débité.",
      stopped: "Une autre vidéo de cette série a été refusée : celle-ci n’a pas été lancée. Rien n’a été débité.",
      broken:
        "La vidéo dont celle-ci est la suite n’a pas été créée, celle-ci n’a donc pas été lancée. Rien n’a été débité.",
    },
  },

  unknown: {
    title: "Nous ne savons pas si cette vidéo a été créée",
    answerLost:
      "Nous n’avons pas reçu de réponse claire du service vidéo : nous ne savons pas si la vidéo a été lancée.",
    silent: "La vidéo a été lancée, mais le service vidéo n’en dit plus rien.",
    mayBeCharged: (atMost) =>
      `Jusqu’à ${count(atMost, "crédit a peut-être été débité", "crédits ont peut-être été débités")}.`,
    whereToLook: ["Vérifiez dans votre tableau de bord chez le service vidéo."],
    whereToLookFor: (task) => ["Vérifiez dans votre tableau de bord chez le service vidéo (tâche ", task, ")."],
    secondCosts: "La redemander crée une deuxième vidéo, débitée en plus.",
  },

  several: {
    making: (count) => `${videos(count)} en préparation`,
    ready: (count) => `Vos ${videos(count)} sont prêtes`,
    partly: (ready, count) => `${number(ready)} sur ${videos(count)} prêtes`,
    none: (count) => `Aucune des ${videos(count)} n’a été réalisée`,
    nth: (nth, prompt) => `${number(nth)}. ${prompt}`,
    charged: (amount) => `Débité : ${credits(amount)}`,
    cameBack: (amount) => `remboursé : ${credits(amount)}`,
    perhaps: (amount) => `peut-être débité : jusqu’à ${credits(amount)} de plus`,
    net: (amount) => `utilisé : ${credits(amount)}`,
    cancelRest: "Annuler le reste",
    restCancelled: "Les vidéos qui n’étaient pas encore envoyées ont été annulées. Rien n’a été débité pour elles.",
    nothingLeft: "Toutes étaient déjà envoyées : il ne restait rien à annuler.",
    retry: (price) => `Relancer les échecs · ${credits(price)}`,
    justLinks: "Certaines vidéos n’ont pas pu être publiées dans ce chat, donc seul leur lien est ici.",
    copies: "Certaines vidéos sont lues ici en copie allégée ; les originaux sont accessibles par les liens.",
    choose: "Ouvrir l’une d’elles",
    ask: (count) => `Créer ${videos(count)} ?`,
    versions: (count) => `${number(count)} versions d’un seul prompt.`,
    costs: (price) => `Le tout coûte ${credits(price)}. Rien n’a encore été débité.`,
    willWait: (now, later) =>
      now === 0
        ? "Elles attendront leur tour, car vous avez déjà autant de vidéos en cours que permis."
        : `Commencent tout de suite : ${number(now)} ; attendent leur tour : ${number(later)}.`,
    byYou: "Sera payé avec votre propre clé",
    start: (count, price) => `Lancer ${videos(count)} · ${credits(price)}`,
    started: "Vos vidéos sont lancées.",
    tooMany: (count, most) => `Cela fait ${number(count)} scènes. La limite est de ${number(most)}.`,
    onePrompt: "Les versions viennent d’un seul prompt. Laissez une seule ligne, ou choisissez une vidéo par ligne.",
    inLine: (line, text) => `Ligne ${number(line)} : ${text}`,
    noRoom: {
      title: "Trop de vidéos à la fois",
      text: (count, left) =>
        `Vous avez demandé ${videos(count)}, et ${left === 0 ? "il n’y a plus de place pour le moment" : `il reste de la place pour ${number(left)}`}. Aucune n’a été lancée.`,
      limits: (atOnce, waiting) => `Vous pouvez avoir ${videos(atOnce)} en cours et ${number(waiting)} en attente.`,
    },
    chained: "Chacune est la suite de la précédente",
    chainAsk:
      "Chaque vidéo commence là où la précédente s’arrête. Elles sont donc créées l’une après l’autre, et cela prend du temps. Si l’une n’est pas créée, les suivantes ne sont pas lancées et ne coûtent rien.",
    chainBroken:
      "Une des vidéos n’a pas été créée, les suivantes n’ont donc pas été lancées. Rien n’a été débité pour elles.",
    startsAfter: "Elle démarre d’elle-même dès que la vidéo précédente est prête. Rien n’a encore été débité.",
    nothingToRetry: "Il n’y a plus rien à relancer.",
    form: {
      title: "Plusieurs vidéos",
      submit: "Voir le prix",
      note: "Vous verrez le prix total avant que quoi que ce soit ne commence. Chaque vidéo est débitée à son lancement et remboursée en cas d’échec.",
      scenes: "Scènes, une par ligne",
      scenesHint: "Jusqu’à 6 lignes, une vidéo chacune. Pour des versions, un seul prompt.",
      make: "Que créer",
      eachLine: "Une vidéo par ligne",
      chain: "Une vidéo par ligne, chacune la suite de la précédente",
      versions: (count) => `${number(count)} versions d’un seul prompt`,
    },
  },

  notification: {
    ready: "Votre vidéo est prête.",
    noLink: {
      title: "Votre vidéo est terminée, mais il n’y a pas de lien.",
      body: ["La carte indique où la chercher."],
    },
    failed: "La création de votre vidéo a échoué.",
    notStarted: {
      title: "Votre vidéo n’a pas été lancée.",
      body: ["Rien n’a été débité. La carte indique pourquoi."],
    },
    declined: { title: "Votre vidéo a été refusée.", body: ["Rien n’a été débité. La carte indique qui a décidé."] },
    expired: {
      title: "Votre vidéo n’a pas été approuvée à temps.",
      body: ["Rien n’a été débité. Vous pouvez refaire la demande depuis la carte."],
    },
    ofSeveral: {
      notStarted: "Vos vidéos n’ont pas été lancées.",
      declined: "Vos vidéos ont été refusées.",
      expired: "Vos vidéos n’ont pas été approuvées à temps.",
    },
    notStartedForOthers: "La vidéo n’a pas été lancée.",
    askedBy: (person) => ["Elle a été demandée par ", person, ". Rien n’a été débité."],
    unknown: "Nous ne savons pas si votre vidéo a été créée.",
    unknownText: (mayBeCharged) => `${mayBeCharged} La carte indique où vérifier.`,
  },

  refusal: {
    noKey: {
      title: "Il manque votre clé API",
      body: ["Vous n’avez pas enregistré de clé API. Rien n’a été débité."],
    },
    badKey: {
      title: "Votre clé a été refusée",
      body: ["Le service vidéo n’accepte pas votre clé API. Rien n’a été débité."],
    },
    addKeyThen: (again) => ["Ajoutez une nouvelle clé, puis appuyez sur ", again, "."],
    noCredits: "Pas assez de crédits",
    costs: (price) => `Cette vidéo coûte ${credits(price)}, et votre compte n’en a pas assez. Rien n’a été débité.`,
    topUp: "Rechargez votre compte chez le service vidéo, puis appuyez sur « Refaire ».",
    topUpOr: (least) =>
      `Rechargez votre compte chez le service vidéo, ou choisissez 480p et 10 secondes, soit ${credits(least)}.`,
    badRequest: {
      title: "Demande refusée",
      body: ["Le service vidéo a refusé cette demande. Rien n’a été débité."],
      reason: (words) => `Le service vidéo a refusé cette demande : « ${words} ». Rien n’a été débité.`,
      edit: "Appuyez sur « Modifier et lancer » pour la changer.",
    },
    changePrompt: "Changez le prompt, puis redemandez la vidéo.",
    changePromptOrPicture: "Changez le prompt ou l’image, puis redemandez la vidéo.",
    rateLimited: {
      title: "Le service vidéo est surchargé",
      body: [
        "Le service vidéo est surchargé en ce moment. Rien n’a été débité.",
        "Appuyez sur « Refaire » dans quelques minutes.",
      ],
    },
    wrongAddress: {
      title: "Problème de configuration",
      body: [
        "Reelay a une mauvaise adresse pour le service vidéo : cette vidéo n’a pas été lancée. Rien n’a été débité.",
        `Prévenez les personnes qui gèrent ce bot : ${OPERATORS}.`,
      ],
    },
    unavailable: {
      title: "Le service vidéo est injoignable",
      body: [
        "Le service vidéo était injoignable : cette vidéo n’a pas été lancée. Rien n’a été débité.",
        "Appuyez sur « Refaire » dans quelques minutes.",
      ],
    },
    picture: "Cette image ne peut pas être utilisée",
  },

  picture: {
    tooLarge: (most) => `L’image dépasse ${number(most)} Mo. Utilisez-en une plus petite.`,
    tooLargeBy: (megabytes, most) =>
      `L’image fait ${number(megabytes)} Mo ; la limite est de ${number(most)} Mo. Utilisez-en une plus petite.`,
    tooManyPixels: (megapixels, most) =>
      `L’image compte ${number(megapixels)} mégapixels ; la limite est de ${number(most)}. Utilisez-en une plus petite.`,
    notFitted:
      "Reelay n’a pas pu convertir cette image. Enregistrez-la en PNG ou JPEG, 5 Mo max, et utilisez cette version.",
    notAPicture: (canFit) =>
      `Ce n’est pas une image que Reelay peut utiliser. ${canFit ? ALL_PICTURE_KINDS : PICTURE_KINDS} ${PICTURE_AGAIN}`,
    empty: "L’image est vide (0 octet). Envoyez-la de nouveau, ou utilisez une autre image.",
    unreadable: `L’image est endommagée : sa largeur et sa hauteur sont illisibles. ${PICTURE_AGAIN}`,
    unreachable:
      "L’image n’a pas pu être ouverte. Réessayez ou utilisez une autre image. Si vous avez donné une adresse, elle doit fonctionner pour tout le monde.",
    away: "Le serveur de l’image ne répond pas pour le moment. Réessayez dans une minute, ou prenez une autre image.",
    gone: "L’image n’est plus là. Ajoutez-la à nouveau, ou prenez-en une autre.",
    private: `Les images publiées ici sont privées, et ce bot ne peut pas les transmettre au service vidéo. Utilisez plutôt l’adresse web d’une image publique. Pour autoriser les images publiées, adressez-vous aux personnes qui gèrent ce bot : ${OPERATORS}.`,
    address: {
      not_a_url: "L’adresse de l’image n’est pas une adresse web. Utilisez une adresse en https://.",
      not_https: "L’adresse de l’image doit commencer par https://.",
      too_long: "L’adresse de l’image est trop longue. Utilisez-en une plus courte.",
      has_login:
        "L’adresse de l’image contient un nom d’utilisateur ou un mot de passe. Utilisez une adresse qui n’en contient pas.",
      not_public: "L’adresse de l’image n’est pas publique. Utilisez-en une qui fonctionne pour tout le monde.",
    },
  },

  draft: {
    title: "Cette vidéo n’a pas été lancée",
    noPrompt: "Dites en quelques mots ce qui doit se passer dans la vidéo.",
    promptTooLong: (length, most) =>
      `Le prompt fait ${number(length)} caractères ; la limite est de ${number(most)}. Raccourcissez-le.`,
    twoPictures: "Il y a deux images : un fichier et une adresse. N’en donnez qu’une.",
    unknownFlag: (flag, names) => `L’option ${flag} n’existe pas. ${flags(names)}`,
    badFlag: (flag, takes, given) =>
      given === null ? `Il manque une valeur après ${flag} : ${takes}.` : `${flag} accepte ${takes}, pas « ${given} ».`,
  },

  styles: {
    title: "Styles",
    saved: "Le style est enregistré",
    removed: "Le style est supprimé",
    none: "Il n’y a pas encore de styles.",
    how: "Un style est un texte ajouté à un prompt. {prompt} y tient la place du prompt ; sans cela, le texte vient après.",
    ofTeam: (name) => `${name} (équipe)`,
    isAlways: (name) => `Chaque vidéo d’ici reçoit le style « ${name} ».`,
    pick: "Voir un style",
    label: "Style",
    noStyle: "Aucun style",
    fact: (name) => `Style : ${name}`,
    unknown: (name) => `Il n’y a pas de style « ${name} » ici.`,
    chooseOne: (names) => `Choisissez parmi : ${names}.`,
    leaveOut: "Aucun style n’est proposé ici : n’en indiquez pas.",
    goneTitle: "Ce style n’est plus là",
    goneText: "Ce style a été supprimé, ou il vient d’un autre serveur ou espace de travail.",
    whose: { mine: "Ce style est à vous.", team: "Ce style est à votre équipe. Seuls les admins peuvent le changer." },
    buttons: { make: "Nouveau style", change: "Changer", remove: "Supprimer" },
    form: {
      note: "Sous le nom d’un autre style, il le remplace.",
      name: "Nom",
      text: "Texte",
      textHint: "Par exemple : encre sur papier de riz : {prompt}",
      of: "Pour qui",
      ofHint: "Seuls les admins enregistrent des styles pour d’autres",
      mine: "Pour moi uniquement",
      team: "Au choix de tout le monde ici",
      always: "Sur chaque vidéo d’ici",
    },
    problem: {
      name: (most) =>
        `Un nom a au plus ${number(most)} lettres, chiffres, espaces et traits d’union, et ne peut pas être « none ». Rien n’a été enregistré.`,
      text: (most) => `Le texte peut avoir jusqu’à ${number(most)} caractères. Rien n’a été enregistré.`,
      full: (most) =>
        `Il peut y avoir jusqu’à ${number(most)} styles. Supprimez-en un d’abord. Rien n’a été enregistré.`,
      flag: (flag) =>
        `${flag} n’a aucun effet dans un style, qui n’est que du texte. Retirez cette option et choisissez-la pour chaque vidéo. Rien n’a été enregistré.`,
    },
  },

  denied: {
    rule: (name) => `Ce prompt enfreint la règle « ${name} ». Changez-le et réessayez.`,
    teamWord: (word) => `« ${word} » n’est pas autorisé dans les prompts ici. Changez-le et réessayez.`,
    teamWords: "Ce prompt contient un mot qui n’est pas autorisé ici. Changez-le et réessayez.",
    service: "Ce prompt n’est pas autorisé ici. Changez-le et réessayez.",
    serviceSays: (reason) => `Ce prompt n’est pas autorisé ici : ${reason}`,
    unanswered:
      "Les prompts sont vérifiés avant le début d’une vidéo, et cette vérification n’a pas répondu. Réessayez dans une minute.",
    blocked: "Un admin vous a interdit de créer des vidéos ici.",
    paused: "Un admin a suspendu Reelay ici : aucune nouvelle vidéo ne commence. Les vidéos en cours se termineront.",
    not_age_restricted:
      "Ici, les vidéos se créent seulement dans les salons avec limite d’âge et leurs fils. Réessayez dans l’un d’eux.",
    age_unknown:
      "Ici, les vidéos se créent seulement dans les salons avec limite d’âge, et Discord n’a pas dit si c’en est un. Réessayez dans une minute.",
    otherStyle: (name) =>
      `Chaque vidéo d’ici reçoit le style « ${name} ». Il ne peut être ni retiré ni remplacé : réessayez sans choisir de style.`,
  },

  leak: {
    atField: `${MAYBE_A_KEY} ${IF_A_KEY} ${IF_NOT_A_KEY}`,
    suspected: {
      title: "Ce texte contient-il une clé ?",
      body: [`${MAYBE_A_KEY} Personne d’autre ne voit ce message.`, IF_A_KEY, IF_NOT_A_KEY, NOTHING_CHARGED],
    },
    own: {
      title: "Ce texte contient votre clé API",
      body: [
        "Ce que vous avez envoyé contient votre propre clé API : rien n’a été transmis ni conservé. Personne d’autre ne voit ce message.",
        "Ce qui est tapé dans un chat a pu être vu : créez une nouvelle clé dans votre tableau de bord chez le service vidéo, supprimez-y l’ancienne, et ajoutez la nouvelle ici.",
        NOTHING_CHARGED,
      ],
    },
    inTheOpen: {
      title: "Cela ressemble à une clé",
      body: [
        "Votre message semble contenir une clé API ou un jeton d’accès. Reelay n’en a rien gardé. Supprimez votre message, et créez une nouvelle clé si d’autres personnes ont pu la lire.",
        "Une clé se saisit dans le formulaire privé. Si ce n’en était pas une, utilisez aussi le formulaire pour votre vidéo.",
      ],
    },
  },

  chain: {
    title: (nth) => `Continuer : partie ${nth}`,
    note: (prompt, nth, resolution) =>
      `Elle commence par la dernière image de « ${prompt} », comme partie ${nth}. Cette vidéo-là est en ${resolution} : une autre résolution change la netteté.`,
    promptHint: "Ce qui se passe ensuite",
    part: (nth, of) => (of === null ? `Partie ${nth}` : `Partie ${nth} sur ${of}`),
    earlierVideo: "prolonge une vidéo précédente",
    thatCard: "prolonge cette carte",
    begins: "La vidéo commence par cette image",
    ofCopy: "commence par une image de la copie allégée, car l’original n’était plus disponible",
    continued: (nth) => `La suite : partie ${nth}`,
    ownPicture: "Appuyez sur « Modifier et lancer » pour commencer par une image à vous.",
    gone: {
      title: "Impossible de continuer",
      body: ["Ni le fichier ni le lien de cette vidéo ne s’ouvrent plus. Rien n’a été débité."],
    },
    notHere: {
      title: "Impossible de continuer",
      body: ["Reelay ne peut pas prolonger de vidéos ici pour le moment. Rien n’a été débité."],
    },
  },

  join: {
    button: "Assembler",
    parts: (parts) => count(parts, "partie", "parties"),
    joining: (parts) => `Assemblage de ${parts} parties…`,
    joiningText: (until) => [
      "C’est gratuit. Au plus tard : ",
      until,
      ". Si aucune vidéo n’est arrivée d’ici là, appuyez de nouveau sur « Assembler ».",
    ],
    whole: (parts) => `Parties 1 à ${parts} en une seule vidéo`,
    forFree: "Assemblage gratuit",
    withCopies: "Certaines parties sont des copies allégées, car leurs originaux n’étaient plus disponibles",
    done: (parts) => `${parts} parties assemblées`,
    doneText: "La vidéo entière est là. L’assemblage était gratuit.",
    unclear: {
      title: "Peut-être assemblée",
      body: [
        "Le chat n’a pas confirmé la vidéo. Vérifiez ici avant d’appuyer de nouveau sur « Assembler ». L’assemblage est gratuit.",
      ],
    },
    notJoined: "Pas assemblée",
    tooLarge: (megabytes) =>
      `Ensemble, les parties dépassent ${number(megabytes)} Mo, la taille maximale d’un fichier ici.`,
    unequal: (nth) =>
      `La partie ${nth} n’a pas la taille ou le format des parties précédentes, et l’assemblage n’y change rien.`,
    unequalSome: "Les parties n’ont pas toutes la même taille ou le même format, et l’assemblage n’y change rien.",
    copyUnequal: (nth) =>
      `De la partie ${nth}, il ne reste que la copie allégée, qui ne correspond pas aux autres parties. « Nouveau lien » sur sa carte peut retrouver l’original.`,
    gone: (nth) =>
      `Ni le fichier ni le lien de la partie ${nth} ne s’ouvrent plus. « Nouveau lien » sur sa carte peut en donner un autre.`,
    unreadable: (nth) => `La partie ${nth} est illisible.`,
    failed:
      "Impossible de récupérer, d’assembler ou d’envoyer les parties pour le moment. Réessayez dans deux minutes.",
    notTaken: "Reelay ne peut pas envoyer de fichier ici.",
    noLink: (part) => `${part} : lien expiré`,
    justPressed: {
      title: "Déjà demandé",
      body: [
        "Quelqu’un a appuyé sur « Assembler » ici il y a moins de deux minutes. Si aucune vidéo n’arrive, appuyez de nouveau après ce délai.",
      ],
    },
    notHere: {
      title: "Pas assemblée",
      body: ["Reelay ne peut pas assembler de vidéos ici pour le moment. Rien n’a été débité."],
    },
  },

  animate: {
    title: "Animer l’image",
    sentence: (words) => `${words}.`,
    leftOut: (count) => `Images inutilisables dans ce message : ${count}, trop lourdes ou d’un autre type`,
    thePicture: (format) => `L’image : ${format}.`,
    unnamed: "image sans nom",
    nothing: "Rien à animer",
    noPicture: `Il n’y a pas d’image dans ce message. Utilisez la commande sur un message qui en contient une. ${PICTURE_KINDS}`,
    sticker: `Un autocollant ne peut pas être animé. Publiez-le comme image, et utilisez la commande dessus. ${PICTURE_KINDS}`,
    video: `Ce message contient une vidéo, et seules les images peuvent être animées. Publiez-en une image fixe, et utilisez la commande dessus. ${PICTURE_KINDS}`,
    forgotten: {
      title: "Ce formulaire a expiré",
      body: [
        `Reelay garde une image pendant une heure tant que son formulaire est ouvert, et cette heure est passée. ${NOTHING_CHARGED}`,
        "Utilisez de nouveau la commande sur le message.",
      ],
    },
  },

  confirm: {
    again: "Refaire cette vidéo ?",
    nobodyKnows: (mayBeCharged) => `Nous avons perdu la trace de cette vidéo. ${mayBeCharged}`,
    againCosts: (price) => `La refaire coûte ${credits(price)}, quel que soit le coût de la première.`,
    in720p: "La refaire en 720p ?",
    nothingStarted: "Rien n’a été lancé.",
    started: "Votre vidéo est lancée.",
    price: (price) => `La lancer pour ${credits(price)} ?`,
    priceText: (price, most) =>
      `Cette vidéo coûte ${credits(price)}, et vous avez demandé une confirmation au-delà de ${credits(most)}. Rien n’a encore été débité.`,
    priceTextAlways: (price) =>
      `Cette vidéo coûte ${credits(price)}, et vous avez demandé une confirmation à chaque fois. Rien n’a encore été débité.`,
    priceTextChanged: (price, before) =>
      `Cette vidéo coûte maintenant ${credits(price)}, contre ${credits(before)} quand vous l’avez demandée. Rien n’a encore été débité.`,
    meant: "C’est bien ce que vous vouliez ?",
    meantText: (typed, count) => [
      "Votre prompt contient ",
      typed,
      count === 1
        ? ", qui ressemble à une option. Ici, elle est appliquée et retirée du prompt."
        : ", qui ressemblent à des options. Ici, elles sont appliquées et retirées du prompt.",
    ],
    cannotUse: (typed, count, names) => [
      "Reelay ne peut pas utiliser ",
      typed,
      `. Ici, ${count === 1 ? "cette option est retirée" : "ces options sont retirées"} du prompt. ${flags(names)}`,
    ],
    flagsAsText: (price) => `Garder mes mots tels quels${price === null ? "" : ` · ${credits(price)}`}`,
    in720pCosts: (price) => `La vidéo sera créée une nouvelle fois, en 720p. Coût : ${credits(price)}.`,
    meantCosts: (price) => `Coût : ${credits(price)}. Rien n’a encore été débité.`,
    goodForAnHour: "Cette question expire dans une heure.",
    tooOld: {
      title: "Cette question a expiré",
      body: ["Reelay ne sait plus de quoi il s’agissait. Rien n’a été débité.", "Redemandez la vidéo."],
    },
  },

  wholeText: {
    button: "Tout lire",
    preparing: { title: "Préparation du texte…", body: ["Cela ne coûte aucun crédit."] },
    title: "Le texte entier",
    fileHere: "Le fichier contient chaque caractère envoyé. Vous êtes seul à le voir.",
    fileInDirect: "Un fichier avec chaque caractère envoyé se trouve dans votre message privé avec Reelay.",
    unsure: [
      "Slack n’a pas confirmé l’envoi. Regardez dans votre message privé avec Reelay. Si le fichier n’y est pas, appuyez de nouveau sur « Tout lire ».",
    ],
    noFile: "Le fichier n’a pas pu être envoyé ici : voici autant de texte que possible.",
  },

  deletion: {
    confirm: {
      title: "Supprimer cette carte ?",
      body: [
        "La carte disparaîtra pour tout le monde, avec sa notification et la vidéo dans cette discussion. Les crédits ne seront pas remboursés.",
      ],
      ofService: "La vidéo reste chez le service vidéo tant que son lien fonctionne.",
      ofSaved: (films) =>
        films === 1 ? "La vidéo enregistrée sera supprimée aussi." : "Les vidéos enregistrées seront supprimées aussi.",
      ofLinked: (films) =>
        films === 1
          ? "La vidéo enregistrée sera supprimée aussi, et son lien cessera aussitôt de fonctionner."
          : "Les vidéos enregistrées seront supprimées aussi, et leurs liens cesseront aussitôt de fonctionner.",
    },
    waiting: {
      title: "Suppression…",
      body: [
        "Reelay attend le chat : il reçoit peut-être encore la vidéo, ou d’autres changements passent d’abord.",
        "Si ce message est encore là dans une minute, appuyez de nouveau sur « Supprimer ».",
      ],
    },
    done: "La carte est supprimée.",
    notAll: "Tout n’a pas pu être supprimé",
    left: {
      notification:
        "Sa notification n’a pas pu être supprimée. Si vous la voyez, supprimez-la vous-même, ou demandez-le à un admin.",
      video: "La vidéo dans le fil n’a pas pu être supprimée. Demandez à un admin de le faire.",
      card: "La carte n’a pas pu être supprimée d’ici. Si personne d’autre ne la voit, masquez-la ; sinon, demandez à un admin de la supprimer.",
    },
    savedStays: (films, jobs) => [
      films === 1 ? "La vidéo enregistrée est conservée : " : "Les vidéos enregistrées sont conservées : ",
      jobs,
      films === 1 ? " la montre." : " les montre.",
    ],
    notNow: {
      title: "Tout n’est pas encore supprimé",
      body: [
        "La vidéo est encore en cours d’ajout à ce chat, ou le chat n’a pas tout supprimé cette fois.",
        "Appuyez de nouveau sur « Supprimer » dans une minute.",
      ],
    },
    kept: "Rien n’a été supprimé.",
  },

  freeText: {
    notYours: {
      title: "Indisponible",
      body: [
        "Seule la personne qui a écrit le message peut utiliser ce bouton, et pendant une heure seulement. Écrivez vous-même à Reelay pour créer une vidéo.",
      ],
    },
    offer: {
      title: "En faire une vidéo ?",
      body: [
        "Rien n’a encore été débité. Ouvrez le formulaire pour tout vérifier avant de la lancer. Cette proposition expire dans une heure.",
      ],
    },
    what: {
      title: "Que doit-il se passer dans la vidéo ?",
      body: ["Dites-le en quelques mots, ou ouvrez le formulaire."],
    },
    hello: {
      title: "Bonjour !",
      body: ["Dites à Reelay ce qui doit se passer dans une vidéo, ou ouvrez le formulaire."],
    },
    withPicture:
      "Votre image est prête. Ouvrez le formulaire pour dire ce qui doit se passer. Rien n’a encore été débité. Cette proposition expire dans une heure.",
    notPictures: (files) =>
      `${files === 1 ? "Le fichier de votre message n’est pas une image" : `Les ${number(files)} fichiers de votre message ne sont pas des images`} : impossible d’en faire une vidéo. Formats acceptés : PNG, JPEG, WebP et GIF.`,
  },

  queue: {
    place: (nth, time) =>
      `${nth === 1 ? "La prochaine dans votre file d’attente." : `Dans la file d’attente, ${number(nth)}ᵉ.`}${time === null ? "" : ` Elle se lance dans ${time}.`}`,
    starts: "Elle se lance d’elle-même dès qu’il y a de la place. Rien n’est débité avant.",
    willWait: "Vous avez déjà autant de vidéos en cours que possible : celle-ci attendra son tour.",
    leave: "Quitter la file",
    noRoom: "S’il n’y a pas de place dans les 2 heures, elle ne sera pas lancée.",
    more: (count) => `… et ${number(count)} de plus`,
    reserved: (price) => `Réservé pour elle : ${credits(price)}.`,
  },

  outage: {
    down: "Le service vidéo est en panne",
    downText:
      "Aucune réponse du service vidéo en ce moment. Une vidéo lancée maintenant peut échouer, et on risque de ne pas savoir tout de suite si elle a été débitée.",
    failing: "Beaucoup de vidéos échouent en ce moment",
    failingText: (failed, ends) =>
      `Échecs parmi les dernières vidéos : ${number(failed)} sur ${number(ends)}. Les crédits d’une vidéo qui échoue sont remboursés.`,
    startAnyway: "Lancer quand même",
  },

  link: {
    asking: { title: "Demande d’un nouveau lien…", body: ["Cela ne coûte aucun crédit."] },
    isNew: "Voici un nouveau lien",
    inCard: {
      title: "La vidéo elle-même est là",
      body: ["Le lien ne fonctionne plus, mais Reelay a conservé la vidéo : le fichier se trouve avec la carte."],
    },
    kept: "Reelay a toujours la vidéo",
    keptText: "Le lien ne fonctionne plus, et la vidéo elle-même n’a pas pu être publiée dans ce chat.",
    keptGoesOn: (until) => [
      "Reelay la conserve jusqu’au ",
      until,
      " : « Continuer » et « Assembler » fonctionnent toujours.",
    ],
    keptAlone: (until) => ["Reelay la conserve jusqu’au ", until, `. ${ASK_OPERATORS}`],
    onTheCard: "La carte contient maintenant ce nouveau lien.",
    keepThis: "La carte n’a pas pu être modifiée : gardez ce lien-ci.",
    same: "C’est le même lien",
    sameText:
      "Ce lien est déjà celui de la carte. Nous ne savons pas combien de temps il fonctionnera : téléchargez vite la vidéo.",
    unchanged: "Rien n’a changé",
    stillGood: (until) => ["Le lien est encore valable. Il expire ", until, "."],
    none: "Pas de nouveau lien",
    noLink: [
      "Le service vidéo ne donne plus de lien vers cette vidéo. Rien n’a changé.",
      "Consultez votre tableau de bord chez le service vidéo, ou refaites la vidéo.",
    ],
    noAnswer: ["Le service vidéo n’a pas répondu. Rien n’a changé.", "Réessayez dans quelques minutes."],
    noKey: [
      "Vous n’avez pas enregistré de clé API : impossible de demander un nouveau lien. Rien n’a changé.",
      "Ajoutez-en une, puis appuyez sur « Nouveau lien ».",
    ],
    badKey: [
      "Le service vidéo n’accepte pas votre clé. Rien n’a changé.",
      "Ajoutez-en une nouvelle, puis appuyez sur « Nouveau lien ».",
    ],
    noCredits: [
      "Le service vidéo répond que votre compte n’a pas assez de crédits : il n’a pas donné de nouveau lien. Rien n’a changé.",
      "Rechargez votre compte chez le service vidéo, puis appuyez sur « Nouveau lien ».",
    ],
  },

  commands: {
    commands: {
      make_video: "Créer une vidéo à partir d’un texte, avec ou sans image",
      batch: "Créer plusieurs vidéos à la fois : des scènes, ou des versions d’un prompt",
      key: "Ajouter, vérifier ou supprimer votre clé API",
      style: "Enregistrer des textes à ajouter à vos prompts",
      jobs: "Voir vos vidéos en cours et récentes, et ce qu’elles ont coûté",
      settings: "Voir ou changer les réglages par défaut de vos vidéos",
      team: "Voir ce que vous pouvez dépenser avec la clé de l’équipe, ou la gérer",
      data: "Télécharger ou supprimer les données que Reelay garde sur vous",
      help: "Premiers pas, prix et solutions en cas de problème",
    },
    subcommands: {
      key: {
        set: "Ajouter votre clé API dans un formulaire privé",
        status: "Voir quelle clé est enregistrée et si elle fonctionne",
        remove: "Supprimer votre clé API",
      },
      style: {
        list: "Voir les styles que vous pouvez choisir",
        save: "Enregistrer ou changer un style",
        remove: "Supprimer un style",
      },
      team: {
        status: "Voir si vous pouvez dépenser les crédits de l’équipe et combien il en reste",
        setup: "Pour les admins : clé, plafonds et qui peut dépenser",
        report: "Pour les admins : ce que coûtent les vidéos de chacun",
        approvals: "Pour les admins : les vidéos en attente d’approbation",
      },
      data: {
        export: "Obtenir un fichier privé avec tout ce que Reelay garde sur vous",
        delete: "Supprimer vos données, après en avoir vu la liste",
      },
    },
    options: {
      prompt: "Ce qui doit se passer dans la vidéo",
      ratio: "Paysage ou portrait",
      duration: "Durée de la vidéo",
      resolution: "Netteté de la vidéo, et son prix",
      image: "Une image à animer",
      image_url: "Ou l’adresse d’une image (https://…)",
      pay: "De qui viennent les crédits dépensés",
      ping: "Recevoir ou non un message quand une vidéo est terminée",
      attach: "Lire la vidéo terminée dans sa carte, ou n’afficher que le lien",
      visibility: "Qui voit les cartes de vos vidéos",
      confirm_above: "Quand me demander confirmation avant de dépenser des crédits",
      style: "Un texte enregistré ajouté au prompt",
      show: "Afficher ici la carte de cette vidéo",
    },
    animate: "Animer l’image",
  },

  keys: {
    first: {
      title: "Ajoutez votre clé API",
      costs: (price, count) =>
        count === 1
          ? `Cette vidéo coûte ${credits(price)}, débités de votre propre compte.`
          : `Ces ${videos(count)} coûtent ${credits(price)} au total, débités de votre propre compte.`,
    },
    dashboard: "tableau de bord",
    where: (dashboard) => ["Vous pouvez obtenir une clé dans votre ", dashboard, " chez le service vidéo."],
    keptForIt: "Votre demande est gardée une heure et reprendra automatiquement une fois la clé enregistrée.",
    thenPress: (button) => `Ajoutez-la, puis appuyez sur « ${button} ».`,
    checking: { title: "Vérification de votre clé…", body: ["Cela ne coûte aucun crédit."] },
    saved: "Votre clé est enregistrée",
    savedText: (lastFour) => `Votre clé${endingIn(lastFour)} fonctionne ; elle est conservée chiffrée.`,
    goesOn: (price) => `La demande qui l’attendait continue maintenant et coûte ${credits(price)}.`,
    videosGoOn: (open) => (open === 1 ? "Votre vidéo reprend." : `Vos ${open} vidéos reprennent.`),
    youCan: "Vous pouvez maintenant créer des vidéos.",
    askFirst: (settings, setting, always) => [
      "Pour confirmer chaque vidéo avant tout débit, ouvrez ",
      settings,
      ` et choisissez « ${always} » sous « ${setting} ».`,
    ],
    tooFewCredits:
      "Le service vidéo répond que votre compte n’a pas assez de crédits. Rechargez-le avant de créer une vidéo.",
    savedUnchecked: "Votre clé est enregistrée, mais pas vérifiée",
    savedUncheckedText: (lastFour) =>
      `Votre clé${endingIn(lastFour)} est conservée chiffrée. Le service vidéo n’a pas donné de réponse claire : nous n’avons pas encore pu la vérifier.`,
    firstVideoShows: "Votre première vidéo montrera si elle fonctionne.",
    requestNotStarted: "La demande en attente n’a pas été lancée. Renvoyez-la plus tard.",
    bad: {
      title: "Cette clé ne fonctionne pas",
      body: [
        "Le service vidéo n’accepte pas cette clé : elle n’a pas été enregistrée. Si vous en aviez déjà une, elle reste inchangée.",
        "Copiez-la encore une fois et ajoutez-la de nouveau.",
      ],
    },
    notAKey: "Ce n’est pas une clé",
    empty: "Collez votre clé API ici.",
    notOneWord: "Une clé est un seul mot, sans espace. Copiez-la encore une fois et collez-la ici.",
    nothingSaved: "Rien n’a été enregistré.",
    ifItWasYourKey:
      "Si c’était votre clé, elle n’a pas été conservée. Le bouton ouvre un formulaire privé pour la saisir.",
    stored: (lastFour) => `Votre clé${endingIn(lastFour)} est conservée chiffrée.`,
    works: "Votre clé fonctionne",
    doesNotWork: {
      title: "Votre clé ne fonctionne pas",
      body: ["Le service vidéo ne l’accepte pas. Ajoutez-en une nouvelle."],
    },
    notChecked: {
      title: "Votre clé n’a pas pu être vérifiée",
      body: ["Le service vidéo n’a pas donné de réponse claire. Réessayez dans quelques minutes."],
    },
    yours: "Votre clé API",
    none: {
      title: "Aucune clé enregistrée",
      body: ["Ajoutez votre propre clé API pour créer des vidéos."],
    },
    removed: { title: "Votre clé est supprimée", body: ["Reelay ne l’a plus."] },
    confirmRemoval: "Supprimer votre clé maintenant ?",
    withoutKey: "Sans clé, vous ne pourrez pas créer de nouvelles vidéos avant d’en ajouter une autre.",
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} est encore en cours. Elle garde une copie chiffrée de la clé jusqu’à sa fin.`
        : `${videos(open)} sont encore en cours. Elles gardent une copie chiffrée de la clé jusqu’à leur fin.`,
    notStartedWithout: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} est en attente. Sans clé, elle ne sera pas lancée.`
        : `${videos(waiting)} sont en attente. Sans clé, elles ne seront pas lancées.`,
  },

  team: {
    status: "Crédits de l’équipe",
    setup: "Clé et règles de l’équipe",
    report: "Ce que les vidéos de l’équipe ont coûté",
    notHere: {
      title: "Seulement dans un serveur ou un espace de travail",
      body: [
        "La clé d’une équipe sert dans son propre serveur ou espace de travail. Utilisez cette commande là-bas. Rien n’a été débité.",
      ],
    },
    managersOnly: {
      title: "Réservé aux admins",
      body: [
        "Seuls les admins de cette équipe peuvent le faire ; les approbations et les rapports sont aussi pour les responsables qu’ils ont choisis. Rien n’a changé.",
      ],
    },
    blockedHere: {
      title: "Non autorisé",
      body: ["Un admin vous a bloqué ici : vous ne pouvez pas gérer cette équipe."],
    },
    standingUnknown: {
      title: "Pas maintenant",
      body: [
        "Le chat n’a pas dit à temps si vous pouvez le faire. Rien n’a changé et rien n’a été débité.",
        "Réessayez dans une minute.",
      ],
    },
    none: {
      title: "Aucune clé d’équipe",
      body: ["Cette équipe n’a pas de clé : chaque personne utilise la sienne."],
    },
    addIt: (setup) => ["Un admin de l’équipe peut en ajouter une avec ", setup, "."],
    may: "Vous pouvez dépenser ici les crédits de cette équipe.",
    mayNot: {
      person:
        "Vous ne pouvez pas dépenser les crédits de cette équipe. Un admin de l’équipe peut vous ajouter sous « Qui peut dépenser ».",
      channel:
        "Les crédits de l’équipe ne peuvent pas être dépensés dans ce canal. Un admin de l’équipe peut le changer sous « Qui peut dépenser ».",
      guest:
        "Les invités et les personnes d’autres espaces de travail ne peuvent pas dépenser les crédits d’une équipe.",
    },
    leftForYou: {
      day: (left) => `Il vous reste aujourd’hui (UTC) : ${credits(left)}.`,
      month: (left) => `Il vous reste ce mois-ci : ${credits(left)}.`,
    },
    leftForTeam: {
      day: (left) => `Il reste à l’équipe aujourd’hui (UTC) : ${credits(left)}.`,
      month: (left) => `Il reste à l’équipe ce mois-ci : ${credits(left)}.`,
    },
    noCap: "Il n’y a pas de plafond.",
    startsAgain: {
      day: (when) => ["Le plafond du jour (UTC) repart de zéro le ", when, "."],
      month: (when) => ["Le plafond du mois (UTC) repart de zéro le ", when, "."],
    },
    askAdmins: "Des questions ? Demandez à un admin de cette équipe.",
    askManagers: "Des questions ? Demandez à un admin ou à ",
    overTeam: {
      day: (price, left) =>
        `Cette vidéo coûte ${credits(price)}, et il reste à l’équipe ${credits(left)} aujourd’hui (UTC).`,
      month: (price, left) =>
        `Cette vidéo coûte ${credits(price)}, et il reste à l’équipe ${credits(left)} ce mois-ci.`,
    },
    overPerson: {
      day: (price, left) =>
        `Cette vidéo coûte ${credits(price)}, et il vous reste ${credits(left)} de l’équipe aujourd’hui (UTC).`,
      month: (price, left) =>
        `Cette vidéo coûte ${credits(price)}, et il vous reste ${credits(left)} de l’équipe ce mois-ci.`,
    },
    standingUnconfirmed: "Le chat n’a pas dit à temps si vous pouvez encore dépenser les crédits de cette équipe.",
    capLowered: "Les plafonds de l’équipe ne permettent plus cette vidéo.",
    ownInstead: (price) => `Vous pouvez payer avec votre propre clé : ${credits(price)}.`,
    withOwnKey: (price) => `Payer avec ma clé · ${credits(price)}`,
    teamInstead: (price) => `Votre équipe peut la payer à votre place : ${credits(price)}.`,
    withTeamKey: (price) => `Payer avec la clé de l’équipe · ${credits(price)}`,
    addKeyOrAsk: "Ajoutez votre propre clé et réessayez, ou demandez à un admin de cette équipe.",
    refused: {
      noKey: {
        title: "Aucune clé d’équipe",
        body: ["La clé de l’équipe a été supprimée avant le lancement de cette vidéo. Rien n’a été débité."],
      },
      badKey: {
        title: "La clé de l’équipe a été refusée",
        body: ["Le service vidéo n’accepte pas la clé de l’équipe. Rien n’a été débité."],
      },
      noCredits: "L’équipe n’a plus de crédits",
      costs: (price) =>
        `Cette vidéo coûte ${credits(price)}, et le compte de l’équipe chez le service vidéo n’en a pas assez. Rien n’a été débité.`,
      next: "Prévenez un admin de cette équipe, ou payez avec votre propre clé.",
    },
    needsKey:
      "Le service vidéo n’accepte plus la clé de l’équipe. Dès qu’un admin de l’équipe en ajoute une nouvelle, cette vidéo continue d’elle-même.",
    needsCredits:
      "Le service vidéo répond que le compte de l’équipe n’a pas assez de crédits et n’indique donc pas où en est cette vidéo. Elle est déjà payée, et Reelay continue de vérifier. Un admin peut ajouter des crédits.",
    waitingForKey: "En attente de la clé de l’équipe",
    linkNeedsKey: [
      "La clé de l’équipe ne fonctionne pas : impossible de demander un nouveau lien. Rien n’a changé.",
      "Prévenez un admin de cette équipe.",
    ],
    linkNeedsCredits: [
      "Le service vidéo répond que le compte de l’équipe n’a pas assez de crédits : il n’a pas donné de nouveau lien. Rien n’a changé.",
      "Prévenez un admin de cette équipe.",
    ],
    key: (lastFour) => `Clé de l’équipe : enregistrée et chiffrée${endingIn(lastFour)}.`,
    noKey: "Clé de l’équipe : aucune pour l’instant.",
    per: {
      day: (amount) => `${number(amount)} par jour`,
      month: (amount) => `${number(amount)} par mois`,
    },
    caps: (team, person) => `Plafonds en crédits : ${team} pour l’équipe ; ${person} par personne.`,
    unlimited: "pas de plafond",
    spenders: {
      nobody: "Peuvent dépenser : personne pour l’instant.",
      everyone: "Peuvent dépenser : toutes les personnes ici.",
      some: (names) => ["Peuvent dépenser : ", ...names, "."],
    },
    places: {
      everywhere: "Où : dans tous les canaux.",
      some: (names) => ["Où : dans ", ...names, "."],
    },
    managers: {
      adminsOnly: "Responsables : admins seulement.",
      some: (names) => ["Responsables : admins, ", ...names, "."],
    },
    andMore: {
      people: (rest) => ` et ${count(rest, "autre", "autres")}`,
      channels: (rest) => ` et ${count(rest, "autre", "autres")}`,
    },
    askAbove: {
      always: "Chaque vidéo doit être approuvée.",
      above: (most) => `Les vidéos à plus de ${credits(most)} doivent être approuvées.`,
      never: "Le prix seul n’exige jamais d’approbation.",
    },
    approvalsChannel: {
      chosen: (channel) => ["Canal d’approbation : ", channel, "."],
      none: "Canal d’approbation : aucun pour l’instant.",
    },
    ownApproval: {
      yes: "Les responsables peuvent approuver leurs propres vidéos.",
      no: "Personne ne peut approuver ses propres vidéos.",
    },
    buttons: {
      setup: "Configurer",
      key: "Clé de l’équipe",
      rules: "Règles",
      spenders: "Qui peut dépenser",
      remove: "Supprimer la clé",
      report: "Rapport",
      managers: "Responsables",
      house: "Mots et personnes",
      pause: "Suspendre Reelay ici",
      goOn: "Reprendre",
      approvals: "Approbations",
    },
    keyForm: {
      note: "Personne d’autre ne voit ce formulaire. La clé est testée sans dépenser de crédits et enregistrée chiffrée. Les vidéos que l’équipe paie sont débitées sur son compte.",
      hint: "Depuis le tableau de bord de l’équipe",
    },
    rulesForm: {
      note: "Les jours et les mois sont comptés en UTC.",
      teamCaps: "Plafonds de l’équipe, en crédits",
      personCaps: "Plafonds par personne, en crédits",
      capsHint: (example) => `Par exemple : ${example}. Vide : pas de plafond.`,
      askAbove: "Demander une approbation",
      always: "Pour chaque vidéo",
      above: (most) => `Pour les vidéos à plus de ${credits(most)}`,
      never: "Jamais",
      approvals: "Canal d’approbation",
      approvalsHint: "Nécessaire pour les approbations et pour un plafond par personne",
      approveOwn: "Approuver ses propres vidéos",
      yes: "Oui, pour les responsables",
      no: "Non",
    },
    managersForm: {
      note: "Ces personnes approuvent les vidéos et voient les rapports. Seuls les admins changent la clé et les règles.",
      managers: "Responsables",
      hint: "En plus des admins de l’équipe",
    },
    contentRulesForm: {
      note: "Cela vaut pour toutes les vidéos créées ici, peu importe qui paie.",
      words: "Mots interdits dans les prompts",
      wordsHint: "Un par ligne, jusqu’à 100",
      blocked: "Qui ne peut pas créer de vidéos ici",
      blockedHint: "Si vous ne choisissez personne, personne n’est bloqué",
      ageRestricted: "Salons avec limite d’âge seulement",
    },
    house: {
      words: (words) => `Interdits dans les prompts : ${count(words, "mot", "mots")}.`,
      blocked: (names) => ["Personnes bloquées : ", ...names, "."],
      ageRestricted: "Les vidéos se créent seulement dans les salons avec limite d’âge.",
      paused: "Reelay est suspendu ici : personne ne peut lancer de nouvelles vidéos.",
      pausedNow: "Reelay est suspendu ici. Les vidéos en cours se termineront.",
      goesOn: "De nouvelles vidéos peuvent de nouveau être créées ici.",
      notYourself: "Vous ne pouvez pas vous bloquer vous-même. Rien n’a été enregistré.",
      badWords: (most, length) =>
        `Au plus ${number(most)} mots, un par ligne, de ${number(length)} caractères au maximum chacun. Rien n’a été enregistré.`,
    },
    audit: {
      title: "Journal d’activité",
      none: "Rien pour le moment.",
      file: "Le fichier contient les 100 dernières entrées. Les heures sont en UTC.",
      somebody: "une personne dont les données ont été supprimées",
      did: {
        key_set: "Clé de l’équipe enregistrée",
        key_removed: "Clé de l’équipe supprimée",
        paused: "Reelay suspendu",
        went_on: "Reelay relancé",
        style_saved: "Style enregistré",
        style_removed: "Style supprimé",
        approved: "Vidéo approuvée",
        declined: "Vidéo refusée",
      },
    },
    spendersForm: {
      everyone: "Toutes les personnes ici",
      yes: "Oui, toutes peuvent dépenser",
      no: "Non, seulement celles choisies ci-dessous",
      people: "Personnes",
      roles: "Rôles",
      places: "Canaux",
      placesHint: "Si rien n’est choisi, dans tous les canaux",
    },
    badCap: (given, example) =>
      `« ${given} » n’est pas un plafond. Saisissez ${example}, ou l’un des deux, ou laissez le champ vide.`,
    otherManagers:
      "Un autre responsable peut décider : personne ne peut donc approuver ses propres vidéos. Choisissez Non. Rien n’a été enregistré.",
    ownApprovalOff: "Un autre responsable peut désormais décider : plus personne ne peut approuver ses propres vidéos.",
    rulesSaved: "C’est enregistré",
    savedMeanwhile: {
      title: "Pas enregistré",
      body: [
        "Quelqu’un d’autre a modifié les règles après que vous avez ouvert le formulaire.",
        "Rouvrez le formulaire pour voir ce qu’elles sont maintenant.",
      ],
    },
    keySaved: (lastFour) => `La clé de l’équipe${endingIn(lastFour)} est enregistrée et chiffrée.`,
    keyUnchecked: "Le service vidéo n’a pas répondu clairement : elle n’est pas encore vérifiée.",
    keyWithoutCredits: "Le service vidéo répond que le compte de l’équipe n’a pas assez de crédits.",
    nobodyMaySpend: "Personne ne peut encore dépenser : appuyez sur « Qui peut dépenser ».",
    noCapYet:
      "Aucun plafond n’est fixé : les personnes qui peuvent dépenser peuvent utiliser tous les crédits du compte de l’équipe. Appuyez sur « Règles » pour en fixer un.",
    confirmRemoval: "Supprimer la clé de l’équipe ?",
    afterRemoval: "Ensuite, personne ne pourra lancer de vidéo avec elle. Les règles restent.",
    removed: { title: "La clé de l’équipe est supprimée", body: ["Reelay l’a effacée."] },
    noVideos: "Pas encore de vidéo avec la clé de l’équipe.",
    today: "Aujourd’hui (UTC)",
    thisMonth: "Ce mois-ci",
    lastMonth: "Le mois dernier",
    deletedPerson: (spent) => `personne aux données supprimées\u00a0: ${spent}`,
    row: (made, spent) => `${videos(made)}, ${spent}`,
    inTheFile: (people) => `Le fichier contient ${count(people, "autre personne", "autres personnes")}.`,
    csv: "Le fichier a une ligne par personne et par mois.",
    fileUnsure: "Le rapport a été envoyé en fichier. Si vous ne le voyez pas, demandez-le à nouveau.",
    noFile: "Le fichier n’a pas pu être envoyé ici.",
    working: { title: "Calcul en cours…", body: ["Cela ne coûte aucun crédit."] },
  },

  teamNews: {
    cap: {
      titles: { most: "La plupart des crédits de ce mois sont utilisés", all: "Les crédits de ce mois sont épuisés" },
      text: (used, cap) =>
        `Les vidéos de l’équipe ont utilisé ou réservé ${number(used)} sur ${credits(cap)} ce mois-ci.`,
      noneLeft: "Il n’en reste pas assez pour une autre vidéo.",
      next: "Vous pouvez changer le plafond sous « Règles ».",
    },
    noCredits: {
      title: "Le compte de l’équipe est vide",
      body: [
        "Le service vidéo répond que le compte de l’équipe n’a pas assez de crédits. Les vidéos qu’il ne lance pas ne sont pas débitées, et Reelay continue de vérifier celles en cours.",
        "Ajoutez des crédits dans le tableau de bord de l’équipe chez le service vidéo.",
      ],
    },
    keyRefused: {
      title: "La clé de l’équipe a été refusée",
      body: [
        "Le service vidéo n’accepte plus la clé de l’équipe : elle ne peut plus payer de nouvelles vidéos. Celles qui sont en cours attendent une nouvelle clé.",
        "Ajoutez-en une sous « Clé de l’équipe ».",
      ],
    },
    costMore: {
      title: "Une vidéo a coûté plus que son prix",
      text: (price, charged) =>
        `Le service vidéo a débité ${credits(charged)} pour une vidéo à ${credits(price)}. Le mois de l’équipe compte ce qui a été débité.`,
    },
  },

  approvals: {
    asked:
      "Les responsables de votre équipe doivent d’abord approuver cette vidéo. D’ici là, rien n’est débité ni réservé.",
    unreached:
      "Les responsables de votre équipe n’ont pas pu être prévenus dans leur canal. Dites-le à l’un d’eux : la demande figure dans la liste des approbations de l’équipe.",
    theySee: "Les responsables peuvent voir votre prompt, et votre image s’il y en a une.",
    expires: (when) => ["La demande expire ", when, "."],
    managers: "les responsables de votre équipe",
    approvedBy: (who) => ["Approuvée par ", who, "."],
    declinedBy: (who) => ["Refusée par ", who, ". Rien n’a été débité."],
    reason: (note) => `Motif : « ${note} »`,
    askAgain: "Appuyez sur « Modifier et lancer » pour la changer, ou sur « Refaire » pour redemander.",
    buttons: {
      withdraw: "Retirer",
      approve: (price) => `Approuver ${credits(price)}`,
      decline: "Refuser",
      showPicture: "Voir l’image",
    },
    pictureSent: {
      title: "Image envoyée",
      body: ["Elle est dans votre conversation privée avec Reelay. Si vous ne la voyez pas, appuyez encore une fois."],
    },
    pictureNotSent: {
      title: "Image non envoyée",
      body: ["Reelay n’a pas pu obtenir l’image ou vous l’envoyer. Réessayez dans une minute."],
    },
    question: {
      title: "Approuver cette vidéo ?",
      asksSeveral: (who, count, price) => [who, ` demande ${videos(count)} qui coûtent ${credits(price)} en tout.`],
      asks: (who, price) => [who, ` demande une vidéo qui coûte ${credits(price)}.`],
      because: {
        ask_above: "À ce prix, une approbation est nécessaire.",
        person_day: "Elle dépasserait le plafond quotidien de cette personne : elle doit être approuvée.",
        person_month: "Elle dépasserait le plafond mensuel de cette personne : elle doit être approuvée.",
      },
      leftForPerson: {
        day: (left) => `Il reste à cette personne aujourd’hui (UTC) : ${credits(left)}.`,
        month: (left) => `Il reste à cette personne ce mois-ci : ${credits(left)}.`,
      },
      mayBeOwn: "Cette personne fait partie des responsables et peut l’approuver elle-même.",
      picture: "Ouvrir l’image",
      privatePicture: "Une image privée l’accompagne.",
    },
    titles: {
      approved: "Approuvée",
      declined: "Refusée",
      expired: "Expirée",
      withdrawn: "Retirée",
      over: "Plus en attente",
    },
    ended: {
      approved: (who, when) => ["Approuvée par ", who, " (", when, ")."],
      declined: (who, when) => ["Refusée par ", who, " (", when, ")."],
      withdrawn: (who, when) => ["Retirée par ", who, " (", when, ")."],
      expired: (when) => ["Expirée après 24 heures sans réponse (", when, ")."],
      over: "Cette vidéo n’attend plus d’approbation.",
    },
    list: {
      title: "Vidéos en attente d’approbation",
      none: "Aucune vidéo n’attend d’approbation.",
      until: (when) => ["expire ", when],
      choose: "Choisir une demande",
    },
    here: {
      title: "Les demandes arriveront ici",
      body: [
        "Les vidéos à approuver seront publiées dans ce canal avec leur prompt. Tout le monde ici peut les voir, et seuls les responsables peuvent décider.",
      ],
    },
    declineForm: {
      title: "Refuser la vidéo ?",
      note: "Envoyer ce formulaire refuse la vidéo. Si vous le fermez, rien n’est décidé.",
      reason: "Motif",
      hint: "Affiché sur la carte de la vidéo.",
    },
    tooMany: {
      title: "Trop de vidéos en attente",
      text: (most) =>
        `Vous pouvez avoir ${videos(most)} en attente à la fois. Celle-ci n’a pas été lancée. Rien n’a été débité.`,
      next: "Retirez-en une, ou réessayez après une décision.",
    },
    notYourOwn: {
      title: "À quelqu’un d’autre de décider",
      body: [
        "Vous avez demandé cette vidéo vous-même : la décision revient à quelqu’un d’autre. La demande reste ouverte.",
        "Si vous n’en avez plus besoin, appuyez sur « Retirer » sur sa carte.",
      ],
    },
    alreadyDecided: "Déjà décidé",
    approvedNow: (who, price) => [
      "La vidéo de ",
      who,
      ` se lance dès qu’il y a de la place. Réservé pour elle : ${credits(price)}.`,
    ],
    declinedNow: (who) => [who, " le verra sur la carte de la vidéo. Rien n’a été débité."],
    overTeamCap: {
      title: "Pas approuvée",
      stillOpen:
        "La demande reste ouverte et rien n’a été débité. Approuvez-la une fois le plafond relevé, ou refusez-la.",
    },
    checking: { title: "Un instant…", body: ["Nous vérifions si vous pouvez décider."] },
    withdrawnNow: { title: "Demande retirée", body: ["Cette vidéo ne sera pas créée. Rien n’a été débité."] },
    alreadyBegun: {
      title: "Trop tard",
      body: ["Cette vidéo n’est plus en attente : elle ne peut plus être retirée. Sa carte indique où elle en est."],
    },
    channelNeeded:
      "Les approbations et les plafonds par personne demandent un canal d’approbation. Choisissez-en un. Rien n’a été enregistré.",
    notReached: {
      noAccess: {
        discord:
          "Reelay ne peut pas écrire dans ce salon : rien n’a été enregistré. Autorisez-y « Voir le salon » et « Envoyer des messages », puis enregistrez à nouveau.",
        slack:
          "Reelay ne peut pas écrire dans ce canal : rien n’a été enregistré. Invitez-le avec /invite, puis enregistrez à nouveau.",
      },
      restricted:
        "Les réglages de ce canal ou de l’espace de travail n’y laissent écrire que certaines personnes et applications : rien n’a été enregistré. Choisissez un autre canal, ou faites changer cela par un admin de l’espace de travail.",
      other: (chat) =>
        `${chat} n’a pas laissé Reelay écrire à cet endroit : rien n’a été enregistré. Choisissez-en un autre. Prévenez les personnes qui gèrent ce bot (${OPERATORS}) : leur journal en donne la raison.`,
      outage: (chat) => `${chat} n’a pas donné de réponse claire : rien n’a été enregistré. Réessayez dans une minute.`,
    },
  },

  shortReplies: {
    cannotSave: {
      title: "Pas maintenant",
      body: [`Reelay ne peut pas enregistrer cela maintenant. ${NOTHING_CHARGED}`, "Réessayez dans une minute."],
    },
    teamUnread: {
      title: "Pas maintenant",
      body: [
        `Reelay ne peut pas lire les règles de l’équipe pour le moment. ${NOTHING_CHARGED}`,
        `Réessayez dans une minute. Si cela ne suffit pas, prévenez les personnes qui gèrent ce bot : ${OPERATORS}.`,
      ],
    },
    tooManyCommands: {
      title: "Un peu moins vite, s’il vous plaît",
      text: (most) => `Vous pouvez utiliser jusqu’à ${most} commandes par minute. Réessayez dans une minute.`,
    },
    busy: {
      title: "Reelay est occupé",
      text: "Reelay est occupé par les commandes d’autres personnes. Réessayez dans une minute.",
    },
    notAllowedHere: {
      title: "Vous ne pouvez pas créer de vidéos ici",
      because: {
        not_this_team: "Ce bot ne crée de vidéos que sur certains serveurs et dans certains espaces de travail.",
        not_this_channel: "Ce bot ne crée de vidéos que dans certains canaux ou salons.",
        no_role: "Il faut un rôle que vous n’avez pas. Un admin de ce serveur peut vous le donner.",
      },
      next: ASK_OPERATORS,
    },
    blocked: {
      title: "Non autorisé",
      body: [`Vous ne pouvez pas créer de vidéos avec ce bot. ${NOTHING_CHARGED}`, ASK_OPERATORS],
    },
    notYours: {
      title: "Cette vidéo n’est pas à vous",
      body: ["Seule la personne qui l’a demandée peut faire cela. Vous pouvez créer la vôtre."],
    },
    strayPress: {
      title: "Rien n’a été fait",
      body: [
        "Ce bouton ne vient pas de ce message. Rien n’a été débité.",
        "Utilisez la carte de la vidéo : la liste de vos vidéos permet de l’afficher ici.",
      ],
    },
    goneCard: {
      title: "Cette carte n’est plus active",
      body: [
        `Les données de cette vidéo ont été supprimées : ses boutons ne fonctionnent plus. ${NOTHING_CHARGED}`,
        "Demandez-en une nouvelle.",
      ],
    },
    noSuchVideo: {
      title: "Vidéo introuvable",
      body: [
        "Cet identifiant ne correspond à aucune de vos vidéos, ou à plusieurs. La liste de vos vidéos les montre : indiquez au moins six caractères.",
      ],
    },
    forgottenPrompt: {
      title: "Ce prompt a expiré",
      body: [`Reelay ne l’a plus. ${NOTHING_CHARGED}`, "Tapez-le de nouveau."],
    },
    stillStarting: {
      title: "Démarrage en cours",
      body: ["Cette vidéo est en train de démarrer. Affichez sa carte ici dans un instant."],
    },
    unknownAct: {
      title: "Action inconnue",
      text: `Cela vient d’une autre version de Reelay : rien n’a été fait. ${NOTHING_CHARGED}`,
      next: (help) => ["Tapez ", help, " pour voir ce qui est possible."],
    },
    notPrepared: {
      title: "Une erreur est survenue",
      body: [
        `Reelay n’a pas pu préparer ces informations. ${NOTHING_CHARGED}`,
        `Réessayez dans une minute. Si cela ne suffit pas, prévenez les personnes qui gèrent ce bot : ${OPERATORS}.`,
      ],
    },
    somethingWentWrong: {
      title: "Une erreur est survenue",
      body: [
        `Une erreur est survenue dans Reelay. Aucune vidéo n’a été lancée. ${NOTHING_CHARGED}`,
        "Réessayez dans une minute.",
      ],
    },
    alreadyOnItsWay: {
      title: "Déjà en cours",
      body: ["Cette vidéo est déjà en cours. Ce clic n’a rien lancé de plus."],
    },
    justStarted: {
      title: "Tout juste lancée",
      body: [
        "Une vidéo vient d’être lancée depuis cette carte. Pour en créer une autre, renvoyez le formulaire dans quelques secondes. Rien n’a été débité pour celle-ci.",
      ],
    },
    notifiedToo: {
      title: "Nous vous préviendrons aussi.",
      body: ["Nous vous mentionnerons quand cette vidéo sera terminée."],
    },
    notifiedUntil: {
      title: "Nous vous préviendrons aussi, pendant un moment.",
      text: (when) => [
        "Si cette vidéo se termine avant ",
        when,
        ", nous vous mentionnerons. Ensuite, Reelay ne pourra prévenir que la personne qui l’a demandée.",
      ],
    },
    nobodyNotified: {
      title: "Impossible de prévenir ici",
      body: ["Reelay ne peut prévenir que la personne qui a demandé cette vidéo. Vous n’êtes donc pas sur la liste."],
    },
    notifiedAnyway: {
      title: "Nous vous préviendrons de toute façon.",
      body: ["C’est votre propre vidéo : nous vous mentionnerons quand elle sera terminée."],
    },
    listFull: {
      title: "La liste est pleine",
      body: ["Un message ne peut pas mentionner plus de personnes. La carte, elle, change pour tout le monde."],
    },
    alreadyOver: {
      title: "C’est déjà terminé",
      body: ["Il n’y a plus rien à attendre : la carte indique le résultat."],
    },
    stillRunning: {
      title: "Encore en cours",
      body: [
        "Cette vidéo est encore en cours : sa carte reste là. Le service ne peut pas arrêter une vidéo lancée.",
        "Vous pourrez supprimer la carte quand la vidéo sera terminée.",
      ],
    },
  },

  frontEnd: {
    restarting: { title: "Reelay redémarre", body: ["Rien n’a été débité. Réessayez dans une minute."] },
    unreadable: { title: "Reelay n’a pas pu lire cela", body: ["Rien n’a été débité. Réessayez."] },
    unfinished: { title: "Une erreur est survenue", body: ["Vérifiez où en sont les choses avant de réessayer."] },
    closed: { title: "L’ouverture a pris trop de temps", body: ["Rien n’a été débité. Réessayez."] },
    notOpened: {
      title: "Slack n’a pas ouvert cela",
      body: ["Rien n’a été débité. Réessayez dans une minute."],
    },
    unpostable: {
      title: "Reelay n’a pas pu afficher la carte de votre vidéo",
      because: {
        no_access: "Invitez Reelay dans ce canal, ou essayez-en un autre.",
        restricted:
          "Les réglages de ce canal ou de l’espace de travail n’y laissent écrire que certaines personnes et applications. Essayez un autre canal, ou demandez à un admin de l’espace de travail.",
        other: `Slack l’a refusée. Essayez un autre canal. Si cela ne suffit pas, parlez-en aux personnes qui gèrent ce bot (${OPERATORS}) : leur journal en donne la raison.`,
        outage: "Slack ne l’accepte pas pour le moment. Réessayez dans une minute.",
      },
    },
    notInstalled: {
      title: "Reelay n’est pas installé dans cet espace de travail",
      body: ["Rien n’a été débité. Demandez à un admin de l’espace de travail de le réinstaller."],
    },
    inDirect: {
      title: "La carte de votre vidéo est dans vos messages privés",
      body: ["Personne d’autre ne la voit, comme le veulent vos réglages."],
    },
    notInChannel: {
      no_access: {
        title: "Reelay n’est pas dans ce canal",
        text: (command) => [
          "La carte de votre vidéo ne peut donc pas être mise à jour ici pendant sa création. Pour changer cela, tapez ",
          command,
          ".",
        ],
      },
      restricted: {
        title: "Reelay n’a pas le droit d’écrire dans ce canal",
        body: [
          "Les réglages de ce canal ou de l’espace de travail n’y laissent écrire que certaines personnes et applications. La carte de votre vidéo ne peut donc pas être mise à jour ici pendant sa création. Un admin de l’espace de travail peut changer cela.",
        ],
      },
      other: {
        title: "Slack a refusé la carte dans ce canal",
        body: [
          `La carte de votre vidéo ne peut donc pas être mise à jour ici pendant sa création. Prévenez les personnes qui gèrent ce bot (${OPERATORS}) : leur journal en donne la raison.`,
        ],
      },
    },
    whyHere: "Reelay ne peut pas écrire dans le canal de votre demande : ce message est donc ici.",
    moderated: {
      title: "Bloqué par la modération de Discord",
      automod:
        "AutoMod n’a pas laissé Reelay répondre sur ce serveur : aucune vidéo n’a été lancée. Rien n’a été débité.",
      links:
        "Le filtre de Discord contre les liens dangereux n’a pas laissé Reelay répondre : aucune vidéo n’a été lancée. Rien n’a été débité.",
      next: "Modifiez le prompt et réessayez. Un admin de ce serveur peut exempter le rôle de Reelay d’une règle AutoMod.",
      nextLinks: "Retirez le lien du prompt et réessayez.",
    },
    refusedAnswer: {
      title: "Discord a refusé la réponse de Reelay",
      body: [
        "Discord n’a pas accepté ici la réponse de Reelay : aucune vidéo n’a été lancée. Rien n’a été débité.",
        `Réessayez, ou dans un autre salon. Si cela ne suffit pas, parlez-en aux personnes qui gèrent ce bot (${OPERATORS}) : leur journal en donne la raison.`,
      ],
    },
  },

  forms: {
    format: "Format, résolution et durée",
    save: "Enregistrer",
    makeIt: "Créer",
    prices: (list) => `Prix : ${list}.`,
    key: {
      note: "Personne d’autre ne voit ce formulaire. La clé est testée sans dépenser de crédits et conservée chiffrée.",
      waits: (price) => `La vidéo qui l’attend coûte ${credits(price)} et continuera automatiquement.`,
      label: "Clé API",
      hint: "Dans votre tableau de bord chez le service vidéo",
    },
    creditsAreTaken: "Les crédits sont débités au lancement et remboursés si la vidéo échoue.",
    newVideo: "Cela crée une nouvelle vidéo. Les crédits sont débités au lancement et remboursés si elle échoue.",
    pictureAgain: "Ajouter l’image",
    risk: (atMost) => `La première a peut-être déjà coûté jusqu’à ${credits(atMost)}. Celle-ci sera débitée en plus.`,
    prompt: "Prompt",
    promptHint: "Ce qui doit se passer dans la vidéo",
    resolution: "Résolution et prix",
    picture: "Image",
    address: "Adresse d’une image",
    hints: {
      upload: (most) => `Une image à animer, ${number(most)} Mo max.`,
      address: (most) => `L’adresse (https://…) d’une image à animer, ${number(most)} Mo max.`,
      uploadKept: (most) => `Si le champ reste vide, l’image précédente est utilisée. ${number(most)} Mo max.`,
      uploadEmpty: (most) => `${number(most)} Mo max.`,
      addressEmpty: (most) => `https://…, ${number(most)} Mo max.`,
      gone: (most) =>
        `L’image précédente ne s’ouvre plus. Ajoutez-la de nouveau, ou une autre, ${number(most)} Mo max.`,
    },
  },

  slackForms: {
    close: "Fermer",
    where: "Où va la carte",
    whereHint: "Laissez vide pour vos messages privés avec Reelay.",
    upTo: (most) => `${number(most)} caractères au plus`,
    or: (label) => `Ou : ${label.toLowerCase()}`,
    noHiding:
      "Slack n’a pas de champ qui masque la saisie : votre clé s’affiche ici pendant que vous la tapez, et toute personne qui voit votre écran peut la lire.",
    noFiles: "Aucun fichier ne peut être envoyé ici : les personnes qui gèrent ce bot ne l’ont pas configuré.",
  },

  choices: {
    ratio: { "16:9": "16:9 (paysage)", "9:16": "9:16 (portrait)" },
    asPicture: "Comme l’image",
    resolution: (resolution, ten, fifteen) => `${resolution} (${ten} crédits pour 10 s, ${fifteen} pour 15 s)`,
    pay: { mine: "Ma propre clé", team: "La clé de l’équipe" },
    payByItself: "Ma propre clé, sinon celle de l’équipe",
    ping: {
      on: "Activées",
      off: "Désactivées",
      channel: "Activées, et aussi dans le canal",
    },
    attach: { yes: "La lire dans la carte si possible", no: "Le lien seulement" },
    attachInThread: "La lire dans le fil de la carte si possible",
    visibility: { here: "Tout le monde ici voit la carte", private: "Moi seulement" },
    confirmAbove: {
      always: () => "Toujours",
      above: (most) => `Au-delà de ${credits(most)}`,
      never: () => "Jamais",
    },
  },

  settings: {
    yours: "Vos réglages",
    saved: "Vos réglages sont enregistrés",
    note: "Réglages par défaut de vos vidéos.",
    first: "Les options d’une demande priment sur ces réglages, et une image garde son propre format.",
    labels: {
      ratio: "Format",
      duration: "Durée",
      resolution: "Résolution",
      ping: "Notifications",
      attach: "Fichier de la vidéo",
      visibility: "Visibilité",
      confirm_above: "Demander confirmation",
      pay: "Qui paie",
    },
    line: (label, chosen) => `${label} : ${chosen}`,
    bad: (given, allowed) => `« ${given} » ne fait pas partie des choix. Choisissez ${allowed}.`,
    nothingChanged: "Rien n’a été modifié",
  },

  data: {
    title: "Vos données",
    gathering: { title: "Préparation de votre fichier…", body: ["Cela ne coûte aucun crédit."] },
    fileHere:
      "Tout ce que Reelay garde sur vous est dans ce fichier. Personne d’autre ne le voit ici : téléchargez-le avant de fermer Discord.",
    fileInDirect:
      "Tout ce que Reelay garde sur vous est dans un fichier, dans votre conversation privée avec Reelay. Il y reste jusqu’à ce que vous le supprimiez.",
    leftOut: (entries) =>
      `Le fichier complet serait trop lourd pour ce chat : les entrées les plus anciennes (${number(entries)}) n’y sont pas.`,
    notTheKey: "Votre clé elle-même n’y est pas, seulement ses quatre derniers caractères.",
    notNow: {
      title: "Votre fichier n’a pas pu être envoyé",
      body: ["La messagerie n’a pas donné de réponse claire. Redemandez-le dans une minute."],
    },
    unsure: {
      title: "Votre fichier est peut-être arrivé",
      body: [
        "Slack n’a pas dit s’il a accepté le fichier. Regardez dans votre conversation privée avec Reelay. S’il n’y est pas, redemandez-le.",
      ],
    },
    noFile: {
      title: "Impossible de donner un fichier ici",
      body: [
        "Ce chat n’accepte pas les fichiers de Reelay. Redemandez-le dans une conversation privée avec Reelay, ou demandez à un admin d’autoriser les fichiers.",
      ],
    },
    wouldHold: (parts, jobs) => [`Il contiendrait : ${parts}. `, jobs, " montre vos vidéos ici."],
    nothingKept: {
      title: "Aucune donnée enregistrée",
      body: ["Reelay ne garde rien sur vous. Il n’y a rien à supprimer."],
    },
    confirm: "Supprimer vos données ?",
    permanentlyDeleted: (parts) => `Seront supprimés définitivement : ${parts}.`,
    stays: [
      "Les cartes, messages et fichiers dans le chat restent où ils sont. Si vous voulez faire disparaître certaines de ces cartes, supprimez-les d’abord : ensuite, leurs boutons ne fonctionneront plus.",
      "Les personnes qui gèrent ce bot peuvent encore avoir des sauvegardes et des journaux.",
    ],
    teamSums:
      "Ce qu’une équipe a payé pour des vidéos de vous reste dans ses totaux sous « personne aux données supprimées ». Jusqu’à la fin du jour et du mois, cela compte encore dans vos plafonds.",
    deleted: "Vos données sont supprimées",
    forgotten: "Reelay a supprimé ce qu’il gardait sur vous.",
    sevenDays:
      "Pendant sept jours, Reelay garde les identifiants de vos dernières vidéos, et rien d’autre, pour qu’aucune ne soit créée deux fois.",
    going: {
      title: "Suppression de vos données en cours",
      body: ["Cela prend un instant et continue tout seul : vous n’avez plus rien à faire."],
    },
    tooOldText: (command) => [
      "Rien n’a été supprimé : cette question date de plus de 15 minutes. Redemandez avec ",
      command,
      ".",
    ],
    notYours: {
      title: "Ce ne sont pas vos données",
      body: ["Seule la personne concernée peut faire cela. Rien n’a été supprimé."],
    },
    parts: {
      key: "votre clé API",
      settings: "vos réglages",
      welcomed: "la note indiquant que vous avez reçu le message de bienvenue",
      ended: (ended) =>
        `les données de ${count(ended, "vidéo terminée", "vidéos terminées")}, prompts et liens compris`,
      films: (films) =>
        `${count(films, "vidéo conservée", "vidéos conservées")} avec ${films > 1 ? "leurs liens" : "son lien"}`,
      kept: (requests) => count(requests, "demande pas encore lancée", "demandes pas encore lancées"),
      costs: (costs) => `le coût de ${videos(costs)}`,
      open: (open) => `${videos(open)} en cours`,
    },
    withdrawn: (waiting) =>
      waiting === 1
        ? `${videos(waiting)} est en attente et sera retirée : elle ne sera ni créée ni débitée.`
        : `${videos(waiting)} sont en attente et seront retirées : elles ne seront ni créées ni débitées.`,
    stillOpen: (open) =>
      open === 1
        ? `${videos(open)} est encore en cours et ne peut pas être arrêtée : vous saurez comment elle se termine, puis elle sera supprimée aussi.`
        : `${videos(open)} sont encore en cours et ne peuvent pas être arrêtées : vous saurez comment elles se terminent, puis elles seront supprimées aussi.`,
    justEnded: (ended) =>
      `${videos(ended)} ${ended === 1 ? "vient de se terminer et sera supprimée dès que sa carte sera" : "viennent de se terminer et seront supprimées dès que leurs cartes seront"} à jour.`,
    nothing: "rien",
    listed: (first, last) => `${first.join(" ; ")} ; et ${last}`,
  },

  spending: {
    thisMonth: (spent) => `Ce mois-ci : ${spent}.`,
    lastMonth: (spent) => `Le mois dernier : ${spent}.`,
    none: "aucun crédit utilisé",
    spent: (spent) => count(spent, "crédit utilisé", "crédits utilisés"),
    refunds: (charged, refunded) =>
      ` (${count(charged, "débité", "débités")}, ${count(refunded, "remboursé", "remboursés")})`,
    maybe: (atMost) => `, et jusqu’à ${number(atMost)} de plus à confirmer`,
  },

  list: {
    title: "Vos vidéos",
    page: (page) => `Vos vidéos, page ${page}`,
    none: "Vous n’avez pas encore demandé de vidéo.",
    noOlder: "Il n’y a pas de vidéos plus anciennes.",
    choose: "Afficher une carte ici…",
    kept: (when) => ["conservée ici, expire ", when],
  },

  home: {
    make: "À partir d’un texte, avec ou sans image.",
    welcome: {
      title: "Bienvenue sur Reelay",
      describe: (command) => [
        "Dites ce qui doit se passer, et Reelay en fait une courte vidéo : tapez ",
        command,
        " dans un canal, ou écrivez à Reelay ici.",
      ],
      addKey: "Les vidéos sont payées avec votre propre compte chez le service vidéo : ajoutez d’abord votre clé API.",
    },
  },

  help: {
    title: "Comment créer une vidéo",
    parts: {
      start: "Premiers pas",
      prices: "Prix",
      yours: "Votre clé et vos données",
      know: "Bon à savoir",
      now: "En ce moment",
    },
    sample: "un chat qui surfe",
    addKey: (command) => [
      "Ajoutez votre propre clé API avec ",
      command,
      ". Vous la trouverez dans votre compte chez le service vidéo.",
    ],
    describe: (command) => [
      "Dites ce qui doit se passer : ",
      command,
      ". La carte montre l’avancement, et un message vous prévient quand la vidéo est terminée.",
    ],
    several: (command) => ["Plusieurs vidéos à la fois, des scènes ou des versions d’un prompt : ", command, "."],
    options: (command) => [
      "Le format, la durée, la résolution et une image sont des options de ",
      command,
      ", toutes facultatives. Pour une image dans un message, ouvrez le menu du message : Applications, Animer l’image.",
    ],
    flags: (flags, command) => [
      "Ajoutez des options après le prompt : ",
      flags,
      ". ",
      command,
      " tout seul ouvre un formulaire.",
    ],
    otherFlags: (flag) => [
      "Les options écrites dans le prompt, comme ",
      flag,
      ", sont comprises aussi. En cas de doute, Reelay demande avant de payer.",
    ],
    pricesNote: "Les crédits sont débités au lancement et remboursés si une vidéo échoue.",
    spentUnknown: "Vos dépenses de ce mois-ci sont indisponibles pour le moment.",
    key: (status, remove) => ["Votre clé : ", status, " montre si elle fonctionne, ", remove, " la supprime."],
    contact: (contact) => ["Questions sur ce bot : ", contact],
    terms: "Conditions d’utilisation",
    privacy: "Politique de confidentialité",
    goOn: "« Continuer » sur la carte d’une vidéo terminée crée la partie suivante, à partir de sa dernière image.",
    join: "« Assembler » réunit toutes les parties en une seule vidéo, gratuitement.",
    cannotStop:
      "Une vidéo lancée ne peut pas être arrêtée. « Supprimer » retire seulement la carte, avec sa notification.",
    cannotStopSaved:
      "Une vidéo lancée ne peut pas être arrêtée. « Supprimer » retire la carte et sa notification, et vous demande s’il faut supprimer aussi la vidéo enregistrée.",
    kept: (days, get, forget) => [
      `Les prompts sont gardés pendant ${count(days, "jour", "jours")} après la fin d’une vidéo. `,
      "Ce que Reelay garde sur vous : ",
      get,
      " vous le donne dans un fichier privé, ",
      forget,
      " le supprime.",
    ],
    links: "Les liens fonctionnent environ 2 heures.",
    savedLinks: (days) =>
      `Reelay conserve les vidéos terminées jusqu’à ${count(days, "jour", "jours")}, et leurs liens fonctionnent aussi longtemps.`,
    savedAlone: (days) =>
      `Les liens fonctionnent environ 2 heures. Reelay conserve les vidéos elles-mêmes jusqu’à ${count(days, "jour", "jours")} : quand un lien a expiré, appuyez sur « Nouveau lien ».`,
    allWell: "Tout fonctionne normalement.",
    trouble: (troubles) => `Problèmes en ce moment : ${troubles}.`,
    orVideo: {
      title: "De l’aide, ou une vidéo ?",
      text: (price) =>
        `« Aide » explique comment fonctionne Reelay ; « Lancer » crée une vidéo à partir de ce seul mot. La vidéo coûte ${credits(price)}. Rien n’a encore été débité.`,
    },
    missing: {
      view_channel: `Reelay ne peut pas voir ce salon : après 15 minutes, il ne peut plus mettre à jour sa carte. ${allow("Voir le salon")}`,
      send_messages: `Reelay ne peut pas écrire dans ce salon : il devra peut-être vous répondre par message privé. ${allow("Envoyer des messages")}`,
      send_in_threads: `Reelay ne peut pas écrire dans ce fil : il devra peut-être vous répondre par message privé. ${allow("Envoyer des messages dans les fils")}`,
      embed_links: `Les liens de Reelay n’ont pas d’aperçu dans ce salon. ${allow("Intégrer des liens")}`,
      attach_files: `Reelay ne peut pas joindre de fichiers dans ce salon : une vidéo y arrive sous forme de lien. ${allow("Joindre des fichiers")}`,
      read_history: `Reelay ne peut pas répondre à sa propre carte dans ce salon : ses notifications sont des messages séparés. ${allow("Voir les anciens messages")}`,
    },
  },

  install: {
    installed: {
      title: "Reelay est installé",
      text: (command) => `Tapez ${command} dans Slack pour créer votre première vidéo.`,
    },
    open: "Ouvrir Slack",
    denied: {
      title: "Reelay n’a pas été installé",
      text: "Vous avez choisi de ne pas l’autoriser, et rien n’a changé. Vous pouvez recommencer quand vous voulez.",
    },
    stale: {
      title: "Cette page a expiré",
      text: "Elle est restée ouverte plus de dix minutes, venait d’un autre navigateur ou a été chargée deux fois. Si Reelay est déjà dans votre espace de travail, il n’y a plus rien à faire. Sinon, recommencez.",
    },
    refused: {
      title: "Slack n’a pas accepté l’installation",
      text: `Reelay n’est pas installé : il y a un problème dans sa configuration. Prévenez les personnes qui le gèrent (${OPERATORS}) : leur journal indique lequel.`,
    },
    broken: {
      title: "Une erreur est survenue",
      text: `Reelay n’est pas encore installé. Recommencez dans une minute. Si cela ne suffit pas, prévenez les personnes qui le gèrent : ${OPERATORS}.`,
    },
    again: "Recommencer",
  },
};
