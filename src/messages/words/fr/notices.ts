import type { Words } from "../en.ts";

const ASK = "Adressez-vous aux personnes qui gèrent ce bot.";
const NOTHING = "Rien n’a été débité.";

export const notices: Words["notices"] = {
  cannotSave: {
    title: "Pas maintenant",
    body: [`Reelay ne peut pas enregistrer cela maintenant. ${NOTHING}`, "Réessayez dans une minute."],
  },
  workspaceFull: {
    title: "Trop de vidéos ici",
    text: (most) =>
      `${most === 1 ? "1 vidéo est déjà en cours" : `${most} vidéos sont déjà en cours`} ici, et c’est le maximum. ${NOTHING}`,
    next: "Réessayez dans quelques minutes.",
  },
  tooManyCommands: {
    title: "Un peu moins vite, s’il vous plaît",
    text: (most) => `Vous pouvez utiliser jusqu’à ${most} commandes par minute. Réessayez dans une minute.`,
    next: NOTHING,
  },
  busy: {
    title: "Reelay est occupé",
    text: "Reelay est occupé par les commandes d’autres personnes. Réessayez dans une minute.",
    next: NOTHING,
  },
  notAllowedHere: {
    title: "Pas ici",
    body: [`Vous ne pouvez pas créer de vidéos ici. ${NOTHING}`, ASK],
  },
  blocked: { title: "Non autorisé", body: [`Vous ne pouvez pas créer de vidéos avec ce bot. ${NOTHING}`, ASK] },
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
      `Les données de cette vidéo ont été supprimées : ses boutons ne fonctionnent plus. ${NOTHING}`,
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
    body: [`Reelay ne l’a plus. ${NOTHING}`, "Tapez-le de nouveau."],
  },
  stillStarting: {
    title: "Démarrage en cours",
    body: ["Cette vidéo est en train de démarrer. Affichez sa carte ici dans un instant."],
  },
  unknownAct: {
    title: "Action inconnue",
    text: `Cela vient d’une autre version de Reelay : rien n’a été fait. ${NOTHING}`,
    next: (help) => ["Tapez ", help, " pour voir ce qui est possible."],
  },
  somethingWentWrong: {
    title: "Une erreur est survenue",
    body: [
      `Une erreur est survenue dans Reelay. Aucune vidéo n’a été lancée. ${NOTHING}`,
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
  toldToo: {
    title: "Nous vous préviendrons aussi.",
    body: ["Nous vous mentionnerons quand cette vidéo sera terminée."],
  },
  toldUntil: {
    title: "Nous vous préviendrons aussi, pendant un moment.",
    text: (when) => [
      "Si cette vidéo se termine avant ",
      when,
      ", nous vous mentionnerons. Ensuite, Reelay ne pourra prévenir que la personne qui l’a demandée.",
    ],
  },
  nobodyTold: {
    title: "Impossible de prévenir ici",
    body: ["Reelay ne peut prévenir que la personne qui a demandé cette vidéo. Vous n’êtes donc pas sur la liste."],
  },
  toldAlready: {
    title: "Vous êtes déjà sur la liste.",
    body: ["Nous vous mentionnerons quand cette vidéo sera terminée."],
  },
  toldAnyway: {
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
};
