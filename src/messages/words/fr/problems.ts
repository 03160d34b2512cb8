import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "Formats acceptés : PNG, JPEG, WebP et GIF.";
const NOTHING = "Rien n’a été débité.";

export const picture: Words["picture"] = {
  tooLarge: "L’image dépasse 5 Mo. Utilisez-en une plus petite.",
  tooLargeBy: (megabytes) =>
    `L’image fait ${number(megabytes)} Mo ; la limite est de 5 Mo. Utilisez-en une plus petite.`,
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
  empty: "L’image est vide (0 octet). Envoyez-la de nouveau, ou utilisez une autre image.",
  unreadable:
    "L’image est endommagée : sa largeur et sa hauteur sont illisibles. Enregistrez-la de nouveau en PNG ou JPEG, ou utilisez une autre image.",
  unreachable:
    "L’image n’a pas pu être ouverte. Vérifiez que son adresse fonctionne pour tout le monde, ou utilisez une autre image.",
  private:
    "Les images publiées ici sont privées, et ce bot ne peut pas les transmettre au service vidéo. Utilisez plutôt l’adresse web d’une image publique, ou demandez aux personnes qui gèrent ce bot d’autoriser les images publiées.",
  address: {
    not_a_url: "L’adresse de l’image n’est pas une adresse web. Utilisez une adresse en https://.",
    not_https: "L’adresse de l’image doit commencer par https://.",
    too_long: "L’adresse de l’image est trop longue. Utilisez-en une plus courte.",
    has_login:
      "L’adresse de l’image contient un nom d’utilisateur ou un mot de passe. Utilisez une adresse qui n’en contient pas.",
    not_public: "L’adresse de l’image n’est pas publique. Utilisez-en une qui fonctionne pour tout le monde.",
  },
};

const FLAGS = "Les options sont --ratio, --duration, --resolution et --image.";

export const draft: Words["draft"] = {
  title: "Cette vidéo n’a pas été lancée",
  nothingCharged: NOTHING,
  noPrompt: "Dites en quelques mots ce qui doit se passer dans la vidéo.",
  promptTooLong: (length, most) =>
    `Le prompt fait ${number(length)} caractères ; la limite est de ${number(most)}. Raccourcissez-le.`,
  badRatio: (given, allowed) => `« ${given} » n’est pas un format pris en charge. Choisissez ${allowed}.`,
  badDuration: (given, allowed) => `« ${given} » n’est pas une durée prise en charge. Choisissez ${allowed} secondes.`,
  badResolution: (given, allowed) => `« ${given} » n’est pas une résolution prise en charge. Choisissez ${allowed}.`,
  or: " ou ",
  twoPictures: "Il y a deux images : un fichier et une adresse. N’en donnez qu’une.",
  unknownFlag: (flag) => `L’option ${flag} n’existe pas. ${FLAGS}`,
  flagWithoutValue: (flag) => `Il manque une valeur après ${flag}. ${FLAGS}`,
};

const CURE =
  "Si c’est le cas, créez une nouvelle clé là où vous avez obtenu celle-ci, et supprimez l’ancienne : ce qui est tapé dans un chat a pu être vu.";
const WHAT = "On dirait que ce texte contient une clé API ou un jeton : il n’a été ni transmis ni conservé.";
const ELSE = "Sinon, reformulez votre prompt.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: {
    title: "Ce texte contient-il une clé ?",
    body: [`${WHAT} Personne d’autre ne voit ce message.`, CURE, ELSE, NOTHING],
  },
  own: {
    title: "Ce texte contient votre clé API",
    body: [
      "Ce que vous avez envoyé contient votre propre clé API : rien n’a été transmis ni conservé. Personne d’autre ne voit ce message.",
      "Ce qui est tapé dans un chat a pu être vu : créez une nouvelle clé dans votre tableau de bord chez le service vidéo, supprimez-y l’ancienne, et ajoutez la nouvelle ici.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Cela ressemble à une clé",
    body: [
      "Votre message semble contenir une clé API ou un jeton d’accès. Reelay n’en a rien gardé. Supprimez votre message, et créez une nouvelle clé si d’autres personnes ont pu la lire.",
      "Une clé se saisit dans le formulaire privé. Si ce n’en était pas une, utilisez aussi le formulaire pour votre vidéo.",
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
  noPicture: `Il n’y a pas d’image dans ce message. Utilisez la commande sur un message qui en contient une. ${KINDS}`,
  sticker: `Un autocollant ne peut pas être animé. Publiez-le comme image, et utilisez la commande dessus. ${KINDS}`,
  video: `Ce message contient une vidéo, et seules les images peuvent être animées. Publiez-en une image fixe, et utilisez la commande dessus. ${KINDS}`,
  forgotten: {
    title: "Ce formulaire a expiré",
    body: [
      `Reelay garde une image pendant une heure tant que son formulaire est ouvert, et cette heure est passée. ${NOTHING}`,
      "Utilisez de nouveau la commande sur le message.",
    ],
  },
};
