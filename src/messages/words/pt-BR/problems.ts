import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { number } = amounts;
const KINDS = "Formatos aceitos: PNG, JPEG, WebP e GIF.";
const NOTHING = "Nada foi cobrado.";

export const picture: Words["picture"] = {
  tooLarge: "A imagem tem mais de 5 MB. Use uma menor.",
  tooLargeBy: (megabytes) => `A imagem tem ${number(megabytes)} MB, e o limite é 5 MB. Use uma menor.`,
  notAPicture: `O Reelay não pode usar este arquivo como imagem. ${KINDS}`,
  notAPictureBut: (found) => `O Reelay não pode usar este arquivo: é ${found}. ${KINDS}`,
  found: {
    picture: "uma imagem de outro tipo",
    video: "um vídeo",
    sound: "um arquivo de áudio",
    text: "um arquivo de texto",
    page: "uma página da web",
    pdf: "um PDF",
    archive: "um arquivo compactado",
    document: "um documento de escritório",
    program: "um programa",
  },
  empty: "A imagem está vazia: tem 0 bytes. Envie-a de novo ou use outra.",
  unreadable:
    "A imagem está corrompida: não foi possível ler a largura e a altura. Salve-a de novo como PNG ou JPEG, ou use outra.",
  unreachable:
    "Não foi possível abrir a imagem. Verifique se o endereço dela abre para todo mundo ou use outra imagem.",
  private:
    "As imagens publicadas aqui são privadas, e este bot não consegue enviá-las ao serviço de vídeo. Use o endereço de uma imagem pública ou peça a quem administra este bot que permita imagens publicadas no chat.",
  address: {
    not_a_url: "O endereço da imagem não é um endereço da web. Use um que comece com https://.",
    not_https: "O endereço da imagem precisa começar com https://.",
    too_long: "O endereço da imagem é longo demais. Use um mais curto.",
    has_login: "O endereço da imagem contém um nome de usuário ou uma senha. Use um que não tenha.",
    not_public: "O endereço da imagem não é público. Use um que abra para todo mundo.",
  },
};

const FLAGS = "As opções são --ratio, --duration, --resolution e --image.";

export const draft: Words["draft"] = {
  title: "Este vídeo não foi iniciado",
  nothingCharged: NOTHING,
  noPrompt: "Diga em poucas palavras o que deve acontecer no vídeo.",
  promptTooLong: (length, most) =>
    `O prompt tem ${number(length)} caracteres, e o limite é ${number(most)}. Encurte-o.`,
  badRatio: (given, allowed) => `O formato “${given}” não está disponível. Escolha ${allowed}.`,
  badDuration: (given, allowed) => `A duração “${given}” não está disponível. Escolha ${allowed} segundos.`,
  badResolution: (given, allowed) => `A resolução “${given}” não está disponível. Escolha ${allowed}.`,
  or: " ou ",
  twoPictures: "Há duas imagens: um arquivo e um endereço. Use só uma delas.",
  unknownFlag: (flag) => `${flag} não é uma opção conhecida. ${FLAGS}`,
  flagWithoutValue: (flag) => `Falta um valor depois de ${flag}. ${FLAGS}`,
};

const CURE =
  "Se for, crie uma nova onde você a conseguiu e apague a antiga: alguém pode ter visto o que foi digitado no chat.";
const WHAT = "Parece que há uma chave de API ou um token aqui, então nada foi enviado nem guardado.";
const ELSE = "Se não for, escreva de outro jeito.";

export const leak: Words["leak"] = {
  atField: `${WHAT} ${CURE} ${ELSE}`,
  suspected: { title: "Há uma chave aqui?", body: [`${WHAT} Só você vê esta mensagem.`, CURE, ELSE, NOTHING] },
  own: {
    title: "Sua chave de API está aqui",
    body: [
      "O que você enviou contém a sua própria chave de API, então não foi passado adiante nem guardado. Só você vê esta mensagem.",
      "Alguém pode ter visto o que foi digitado no chat: crie uma nova chave no seu painel do serviço de vídeo, apague a antiga lá e adicione a nova aqui.",
      NOTHING,
    ],
  },
  inTheOpen: {
    title: "Isso parece uma chave",
    body: [
      "Algo na sua mensagem parece uma chave de API ou um token de acesso. O Reelay não guardou nada disso. Apague a sua mensagem e, se outras pessoas puderam lê-la, crie uma nova chave.",
      "Chaves vão no formulário privado. Se não era uma chave, use o formulário também para o seu vídeo.",
    ],
  },
};

export const animate: Words["animate"] = {
  title: "Animar imagem",
  sentence: (words) => `${words}.`,
  leftOut: (count) =>
    count === 1
      ? "1 outro arquivo desta mensagem não pode ser usado: grande demais ou de outro tipo"
      : `${number(count)} outros arquivos desta mensagem não podem ser usados: grandes demais ou de outro tipo`,
  thePicture: (look) => `A imagem: ${look}.`,
  picture: "Imagem",
  unnamed: "imagem sem nome",
  nothing: "Nada para animar",
  noPicture: `Esta mensagem não tem imagem. Use o comando em uma que tenha. ${KINDS}`,
  sticker: `Não dá para animar uma figurinha. Publique-a como imagem e use o comando nela. ${KINDS}`,
  video: `Esta mensagem tem um vídeo, e só dá para animar imagens. Publique um quadro dele como imagem e use o comando nela. ${KINDS}`,
  forgotten: {
    title: "Expirado",
    body: [
      `O Reelay só guarda uma imagem por uma hora enquanto o formulário está aberto, e esta já foi apagada. ${NOTHING}`,
      "Use o comando na mensagem de novo.",
    ],
  },
};
