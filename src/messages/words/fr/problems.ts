import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "PNG, JPEG, WebP et GIF conviennent.";
const NOTHING = "Rien n’a été débité.";

export const picture: Words["picture"] = {
  tooLarge: "L’image dépasse 5 Mo. Prends-en une plus petite.",
  tooLargeBy: (megabytes) => `L’image fait ${number(megabytes)} Mo, et 5 Mo sont autorisés. Prends-en une plus petite.`,
  notAPicture: `Ce n’est pas une image que Reelay peut utiliser. ${KINDS}`,
  notAPictureBut: (found) => `Ce n’est pas une image que Reelay peut utiliser : c’est ${found}. ${KINDS}`,
  found: {
    picture: "une image d’un autre type",
    video: "une vidéo",
    sound: "un fichier audio",
    text: "un fichier texte",
    page: "une page web",
    pdf: "un PDF",
    archive: "une archive",
    document: "un document bureautique",
    program: "un programme",
  },
  empty: "L’image est vide : elle fait 0 octet. Envoie-la de nouveau, ou prends une autre image.",
  unreadable:
    "L’image est abîmée : sa largeur et sa hauteur sont illisibles. Enregistre-la de nouveau en PNG ou JPEG, ou prends une autre image.",
  unreachable:
    "L’image n’a pas pu être ouverte. Vérifie que son adresse fonctionne pour tout le monde, ou prends une autre image.",
  private:
    "Les images publiées ici sont privées, et ce bot ne peut pas les transmettre au service vidéo. Utilise plutôt l’adresse web d’une image publique, ou demande aux responsables de ce bot d’autoriser les images publiées.",
  address: {
    not_a_url: "L’adresse de l’image n’est pas une adresse web. Prends-en une qui commence par https://.",
    not_https: "L’adresse de l’image doit commencer par https://. Prends-en une comme ça.",
    too_long: "L’adresse de l’image est trop longue. Prends-en une plus courte.",
    has_login: "L’adresse de l’image contient un nom d’utilisateur ou un mot de passe. Prends-en une sans.",
    not_public: "L’adresse de l’image n’est pas publique. Prends-en une qui fonctionne pour tout le monde.",
  },
};

const FLAGS = "Les options sont --ratio, --duration, --resolution et --image.";

export const draft: Words["draft"] = {
  title: "Cette vidéo n’a pas été lancée",
  nothingCharged: NOTHING,
  noPrompt: "Dis en quelques mots ce qui doit se passer dans la vidéo.",
  promptTooLong: (length, most) =>
    `Le prompt fait ${number(length)} caractères, et ${number(most)} sont autorisés. Raccourcis-le.`,
  badRatio: (given, allowed) => `« ${given} » n’est pas un format possible. Choisis ${allowed}.`,
  badDuration: (given, allowed) => `« ${given} » n’est pas une durée possible. Choisis ${allowed} secondes.`,
  badResolution: (given, allowed) => `« ${given} » n’est pas une résolution possible. Choisis ${allowed}.`,
  or: " ou ",
  twoPictures: "Il y a deux images : un fichier et une adresse. N’en donne qu’une.",
  unknownFlag: (flag) => `${flag} n’existe pas ici. ${FLAGS}`,
  flagWithoutValue: (flag) => `Il manque une valeur après ${flag}. ${FLAGS}`,
};

const CURE =
  "Si c’en est une, crée une nouvelle clé là où tu l’as obtenue et supprime l’ancienne : ce qui a été tapé dans un chat a pu être vu.";
const WHAT = "On dirait qu’il y a une clé API ou un jeton là-dedans : cela n’a été ni transmis ni conservé.";
const ELSE = "Si ce n’en est pas une, écris-le autrement.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: {
    title: "Y a-t-il une clé là-dedans ?",
    body: [`${WHAT} Tu es la seule personne à voir ceci.`, CURE, ELSE, NOTHING],
  },
  own: {
    title: "Ta clé API est là-dedans",
    body: [
      "Ce que tu as envoyé contient ta propre clé API : cela n’a été ni transmis ni conservé. Tu es la seule personne à voir ceci.",
      "Ce qui a été tapé dans un chat a pu être vu : crée une nouvelle clé dans le tableau de bord de ton compte chez le service vidéo, supprimes-y l’ancienne, et ajoute la nouvelle ici.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Cela ressemble à une clé",
    body: [
      "Quelque chose dans ton message ressemble à une clé API ou à un jeton d’accès. Reelay n’en a rien gardé. Supprime ton message, et crée une nouvelle clé si d’autres ont pu la lire.",
      "Une clé se donne dans le formulaire privé. Si ce n’en était pas une, utilise aussi le formulaire pour ta vidéo.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Animer l’image",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `Images inutilisables dans ce message : ${count}, trop lourdes ou d’un autre type`,
  thePicture: (look) => `L’image : ${look}.`,
  picture: "Image",
  unnamed: "image sans nom",
  nothing: "Rien à animer",
  noPicture: `Il n’y a pas d’image dans ce message. Utilise la commande sur un message qui en a une : ${KINDS}`,
  sticker: `Un autocollant ne peut pas prendre vie. Publie-le comme image, et utilise la commande dessus : ${KINDS}`,
  video: `Ce message contient une vidéo, et seules les images peuvent prendre vie. Publie-en une image fixe, et utilise la commande dessus : ${KINDS}`,
  forgotten: {
    title: "Trop ancien",
    body: [
      `Reelay garde une image pendant une heure tant que son formulaire est ouvert, et a oublié celle-ci. ${NOTHING}`,
      "Utilise la commande encore une fois sur le message.",
    ],
  },
};
