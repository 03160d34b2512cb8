import type { Words } from "../en.ts";

const ASK = "Demande aux responsables de ce bot.";
const NOTHING = "Rien n’a été débité.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Pas maintenant",
    body: [`Reelay ne peut pas enregistrer cela maintenant. ${NOTHING}`, "Réessaie dans une minute."],
  },
  workspaceFull: {
    title: "Trop de vidéos ici",
    text: (most) =>
      `${most === 1 ? "1 vidéo est en cours" : `${most} vidéos sont en cours`} ici, et il n’en est pas permis davantage à la fois. ${NOTHING}`,
    next: "Réessaie dans quelques minutes.",
  },
  tooManyCommands: {
    title: "Un peu moins vite, s’il te plaît",
    text: (most) => `Plus de ${most} commandes par minute ne sont pas acceptées. Réessaie dans une minute.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay est occupé",
    text: "Reelay est occupé par les commandes d’autres personnes. Réessaie dans une minute.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Pas ici",
    body: [`On ne peut pas créer de vidéos ici, ou toi non. ${NOTHING}`, ASK],
  },
  blocked: { title: "Pas autorisé", body: [`Tu ne peux pas créer de vidéos avec ce bot. ${NOTHING}`, ASK] },
  notYours: {
    title: "Pas la tienne",
    body: ["Seule la personne qui a demandé cette vidéo peut faire cela. Tu peux créer la tienne."],
  },
  strayPress: {
    title: "Rien n’a été fait",
    body: [
      "Ce bouton ne fait pas partie du message où on a appuyé dessus. Rien n’a été débité.",
      "Utilise la carte de la vidéo : ta liste de vidéos la ramène ici.",
    ],
  },
  goneCard: {
    title: "Trop ancien",
    body: [`Reelay a oublié cette vidéo : ce bouton ne fait plus rien. ${NOTHING}`, "Demandes-en une nouvelle."],
  },
  noSuchVideo: {
    title: "Vidéo introuvable",
    body: [
      "Aucune de tes vidéos n’a un identifiant qui commence ainsi, ou plusieurs en ont un. La liste de tes vidéos les montre : donne au moins six caractères.",
    ],
  },
  forgottenPrompt: {
    title: "Trop ancien",
    body: [`Reelay a oublié ce prompt. ${NOTHING}`, "Tape-le encore une fois."],
  },
  stillStarting: {
    title: "Elle démarre",
    body: ["Cette vidéo est en train de démarrer. Fais venir sa carte ici dans un instant."],
  },
  unknownAct: {
    title: "Inconnu ici",
    text: `Cela vient d’une autre version de Reelay : rien n’a été fait. ${NOTHING}`,
    next: (help) => `Tape ${help} pour voir ce qui existe.`,
  },
  somethingWentWrong: {
    title: "Quelque chose a mal tourné",
    body: [
      `Quelque chose a mal tourné dans Reelay. Aucune vidéo n’a été lancée pour cela. ${NOTHING}`,
      "Réessaie dans une minute.",
    ],
  },
  alreadyOnItsWay: {
    title: "Déjà en route",
    body: ["Elle est déjà en route. Cet appui n’a rien lancé de plus."],
  },
  toldToo: {
    title: "Tu seras au courant aussi.",
    body: ["Quand cette vidéo se terminera, un message te nommera aussi."],
  },
  toldUntil: {
    title: "Tu seras au courant aussi, pendant un moment.",
    text: (when) => [
      "Si cette vidéo se termine avant ",
      when,
      ", un message te nommera aussi. Ensuite, Reelay ne peut prévenir que la personne qui l’a demandée.",
    ],
  },
  nobodyTold: {
    title: "Impossible de prévenir ici",
    body: [
      "Quand cette vidéo se terminera, Reelay ne pourra prévenir que la personne qui l’a demandée. Personne n’a été ajouté à la liste.",
    ],
  },
  toldAlready: {
    title: "Tu es déjà sur la liste.",
    body: ["Quand cette vidéo se terminera, un message te nommera."],
  },
  toldAnyway: {
    title: "Tu seras au courant de toute façon.",
    body: ["C’est ta propre vidéo : quand elle se terminera, un message te nommera."],
  },
  listFull: {
    title: "La liste est pleine",
    body: ["Un message ne peut pas nommer plus de personnes. La carte elle-même change pour tout le monde."],
  },
  alreadyOver: {
    title: "C’est déjà terminé",
    body: ["Il n’y a plus rien à attendre : la carte dit ce qu’elle est devenue."],
  },
  stillRunning: {
    title: "Encore en cours",
    body: [
      "Cette vidéo est encore en cours : sa carte reste. Le service ne peut pas arrêter une vidéo lancée.",
      "Tu pourras supprimer la carte quand elle sera terminée.",
    ],
  },
};
