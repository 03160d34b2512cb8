import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "Se aceptan PNG, JPEG, WebP y GIF.";
const NOTHING = "No se cobró nada.";

export const picture: Words["picture"] = {
  tooLarge: "La imagen pesa más de 5 MB. Usa una más pequeña.",
  tooLargeBy: (megabytes) => `La imagen pesa ${number(megabytes)} MB; el límite es de 5 MB. Usa una más pequeña.`,
  notAPicture: `Esta no es una imagen que Reelay pueda usar. ${KINDS}`,
  notAPictureBut: (found) => `Esta no es una imagen que Reelay pueda usar: es ${found}. ${KINDS}`,
  found: {
    picture: "una imagen de otro tipo",
    video: "un video",
    sound: "un archivo de audio",
    text: "un archivo de texto",
    page: "una página web",
    pdf: "un PDF",
    archive: "un archivo comprimido",
    document: "un documento de oficina",
    program: "un programa",
  },
  empty: "La imagen está vacía (0 bytes). Súbela otra vez o usa otra.",
  unreadable:
    "La imagen está dañada: no se pueden leer su ancho ni su alto. Guárdala otra vez como PNG o JPEG, o usa otra.",
  unreachable: "No se pudo abrir la imagen. Verifica que su dirección funcione para todos, o usa otra imagen.",
  private:
    "Las imágenes publicadas aquí son privadas, y este bot no puede pasarlas al servicio de video. Usa la dirección web de una imagen pública, o pide a quienes administran este bot que permitan las imágenes publicadas.",
  address: {
    not_a_url: "La dirección de la imagen no es una dirección web. Usa una que empiece con https://.",
    not_https: "La dirección de la imagen debe empezar con https://.",
    too_long: "La dirección de la imagen es demasiado larga. Usa una más corta.",
    has_login: "La dirección de la imagen contiene un nombre de usuario o una contraseña. Usa una que no los tenga.",
    not_public: "La dirección de la imagen no es pública. Usa una que funcione para todos.",
  },
};

const FLAGS = "Las opciones son --ratio, --duration, --resolution e --image.";

export const draft: Words["draft"] = {
  title: "Este video no se inició",
  nothingCharged: NOTHING,
  noPrompt: "Di en pocas palabras qué debe pasar en el video.",
  promptTooLong: (length, most) =>
    `El prompt tiene ${number(length)} caracteres; el límite es de ${number(most)}. Acórtalo.`,
  badRatio: (given, allowed) => `“${given}” no es un formato admitido. Elige ${allowed}.`,
  badDuration: (given, allowed) => `“${given}” no es una duración admitida. Elige ${allowed} segundos.`,
  badResolution: (given, allowed) => `“${given}” no es una resolución admitida. Elige ${allowed}.`,
  or: " o ",
  twoPictures: "Hay dos imágenes: un archivo y una dirección. Usa solo una.",
  unknownFlag: (flag) => `La opción ${flag} no existe. ${FLAGS}`,
  flagWithoutValue: (flag) => `Falta un valor después de ${flag}. ${FLAGS}`,
};

const CURE =
  "Si es así, crea una clave nueva donde obtuviste esta y borra la antigua: alguien puede haber visto lo que se escribió en un chat.";
const WHAT = "Parece que este texto contiene una clave API o un token, así que no se envió ni se guardó.";
const ELSE = "Si no es así, cambia la redacción de tu prompt.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: {
    title: "¿Este texto contiene una clave?",
    body: [`${WHAT} Solo tú ves este mensaje.`, CURE, ELSE, NOTHING],
  },
  own: {
    title: "Este texto contiene tu clave API",
    body: [
      "Lo que enviaste contiene tu propia clave API, así que no se transmitió ni se guardó. Solo tú ves este mensaje.",
      "Alguien puede haber visto lo que se escribió en un chat: crea una clave nueva en tu panel en el servicio de video, borra allí la antigua y agrega aquí la nueva.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Eso parece una clave",
    body: [
      "Tu mensaje parece contener una clave API o un token de acceso. Reelay no guardó nada de eso. Borra tu mensaje, y crea una clave nueva si otras personas pueden haberla leído.",
      "Las claves se ingresan en el formulario privado. Si no era una clave, usa también el formulario para tu video.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Animar imagen",
  sentence: (words) => `${words}.`,
  leftOut: (count) => `Imágenes de este mensaje que no se pueden usar: ${count}, demasiado grandes o de otro tipo`,
  thePicture: (look) => `La imagen: ${look}.`,
  picture: "Imagen",
  unnamed: "imagen sin nombre",
  nothing: "Nada que animar",
  noPicture: `No hay ninguna imagen en este mensaje. Usa el comando en uno que tenga una imagen. ${KINDS}`,
  sticker: `Un sticker no se puede animar. Publícalo como imagen y usa el comando en ella. ${KINDS}`,
  video: `Este mensaje tiene un video, y solo se pueden animar imágenes. Publica una captura como imagen y usa el comando en ella. ${KINDS}`,
  forgotten: {
    title: "Este formulario venció",
    body: [
      `Reelay guarda una imagen durante una hora mientras su formulario está abierto, y esa hora ya pasó. ${NOTHING}`,
      "Usa el comando otra vez en el mensaje.",
    ],
  },
};
