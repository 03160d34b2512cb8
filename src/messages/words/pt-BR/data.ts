import { numbersIn } from "../../numbers.ts";
import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { count } = numbersIn("pt-BR");
const { number, videos } = amounts;

export const data: Words["data"] = {
  title: "Seus dados",
  exportGives: (command) => [command, " envia um arquivo privado com tudo o que o Reelay guarda sobre você."],
  deleteForgets: (command) => [command, " apaga tudo. Antes, mostra o que será apagado e pede confirmação."],
  gathering: { title: "Preparando o seu arquivo…", body: ["Isso não gasta créditos."] },
  fileHere:
    "Este arquivo tem tudo o que o Reelay guarda sobre você. Só você o vê aqui: baixe-o antes de fechar o Discord.",
  fileInDirect:
    "Tudo o que o Reelay guarda sobre você está em um arquivo nas suas mensagens diretas com o Reelay. Ele fica lá até você apagá-lo.",
  leftOut: (entries) =>
    `O arquivo inteiro seria grande demais para este chat, então ${entries === 1 ? "o registro mais antigo ficou" : `os ${number(entries)} registros mais antigos ficaram`} de fora.`,
  notTheKey: "A sua chave em si não está nele, só os últimos quatro caracteres dela.",
  unsure: {
    title: "Seu arquivo pode ter chegado",
    body: [
      "O Slack não confirmou o envio. Confira as suas mensagens diretas com o Reelay. Se o arquivo não estiver lá, peça de novo.",
    ],
  },
  noFile: {
    title: "Não dá para enviar arquivos aqui",
    body: [
      "O Reelay não consegue enviar arquivos neste chat. Peça de novo em uma mensagem direta com ele, ou peça a um admin que permita arquivos.",
    ],
  },
  wouldHold: (parts, jobs) => [`O arquivo conteria: ${parts}. `, jobs, " mostra os seus vídeos aqui."],
  cannotRead: {
    title: "Agora não",
    body: ["O Reelay não consegue ler os seus dados agora. Nada foi alterado.", "Tente de novo daqui a um minuto."],
  },
  nothingKept: {
    title: "Nenhum dado guardado",
    body: ["O Reelay não guarda nada sobre você, então não há nada para apagar."],
  },
  confirm: "Apagar os seus dados?",
  goesForGood: (parts) => `Será apagado para sempre: ${parts}.`,
  stays: [
    "Os cartões, as mensagens e os arquivos no chat ficam onde estão. Se quiser tirar algum cartão, apague-o antes: depois disso, os botões dele param de funcionar.",
    "Quem administra este bot ainda pode ter backups e logs.",
  ],
  deleted: "Seus dados foram apagados",
  forgotten: "O Reelay apagou o que guardava sobre você.",
  sevenDays:
    "Por sete dias, ele guarda só os identificadores dos seus últimos vídeos, para que nenhum seja criado duas vezes.",
  going: {
    title: "Seus dados estão sendo apagados",
    body: ["Isso leva um momento. Você não precisa fazer mais nada."],
  },
  kept: "Nada foi apagado.",
  tooOld: "Expirado",
  tooOldText: (command) => ["Nada foi apagado: esta pergunta tem mais de 15 minutos. Peça de novo com ", command, "."],
  notYours: { title: "Dados de outra pessoa", body: ["Só quem pediu pode fazer isso. Nada foi apagado."] },
  parts: {
    key: "sua chave de API",
    settings: "suas configurações",
    welcomed: "a anotação de que você já recebeu as boas-vindas",
    ended: (ended) => `os registros de ${count(ended, "vídeo anterior", "vídeos anteriores")}, com prompts e links`,
    kept: (kept) => `${count(kept, "pedido", "pedidos")} que você ainda não iniciou`,
    costs: (costs) => `o custo de ${videos(costs)}`,
    open: (open) => `${videos(open)} em andamento`,
  },
  stillOpen: (open) =>
    open === 1
      ? `${videos(open)} ainda está em andamento e não pode ser interrompido: você recebe o resultado, e depois ele também é apagado.`
      : `${videos(open)} ainda estão em andamento e não podem ser interrompidos: você recebe os resultados, e depois eles também são apagados.`,
  justEnded: (ended) =>
    ended === 1
      ? `${videos(ended)} acabou de terminar e será apagado assim que o cartão for atualizado.`
      : `${videos(ended)} acabaram de terminar e serão apagados assim que os cartões forem atualizados.`,
  nothing: "nada",
  listed: (first, last) => `${first.join("; ")}; e ${last}`,
};
