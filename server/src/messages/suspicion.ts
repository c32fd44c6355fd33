import type { Message } from '@portfolio/contract/message';

/** What makes a message look like spam. Each has a weight; only a certain one is enough alone. */
export type SpamReason =
  | 'honeypot' // the field that no person sees was filled in
  | 'link_in_name'
  | 'markup' // links as forums and HTML write them; HTML alone is allowed
  | 'links' // a recruiter's signature may have four
  | 'promotion' // words of advertising: for search engines, gambling, loans, medicine, easy money
  | 'foreign_script' // most of it is in letters that the site's readers do not use
  | 'shouting' // mostly capitals
  | 'repeated'; // an equal message came recently under another key; enough, and added by the store

const SPAM_WEIGHT = 4;

const LINK = /\b(?:https?:\/\/|www\.)\S/gi;
const MARKUP = /<a\s[^>]{0,99}href=["']?https?:|\[(?:url|img|link)\b/i;

/** Rare in honest messages to a developer; enough together with a link or with words of SELLING. */
const TRADE = [
  /\bback ?links?\b|\blink building|\bguest post|\bdofollow|\bdomain authority|\bseo services|\bconsultoria de seo/,
  /\bprimeira página do google|\b(?:first page|top|ranking|rank) (?:of|on|at) google/,
  /\bcasinos?\b|\bcassinos?\b|казино|\bpoker\b|\btigrinho|\bapostas (?:esportivas|online)|\bfree spins/,
  /\bbitcoin|\bforex\b|\btrading (?:bot|signals)|\blucro garantido|\bguaranteed profit|\brenda (?:extra|passiva)|\bpassive income/,
  /\bganhe (?:dinheiro|até)|\btrabalhe de casa|\bmake money|\bearn \$|\bwork from home/,
  /\bempréstimo aprovado|\bsem consulta|\blimpa(?:r|mos)? seu nome|\b(?:business|payday|personal) loan|\bbad credit|\bconsórcio contemplado/,
  /\bviagra|\bcialis|\bsem receita|\bwithout prescription|\bcheap meds|\bemagreça|\bperca peso|\bweight loss|\blose \d+ (?:pounds|kg)/,
  /\bacompanhantes|\bsolteiras\b|\bhot singles|\bdating site|\bwebcam girls|\bporn|\bescorts?\b/,
  /\bfoi (?:o )?sortead|\bseu prêmio|\byou(?: have|'ve)? won|\byour prize|\bherança de|\binheritance of/,
  /\b(?:comprar?|buy|real) (?:real )?(?:instagram )?(?:followers|seguidores|traffic|visitors)|\bseguidores (?:reais|e )|\blista de e-?mails|\bemail list/,
  /\bréplicas?\b|\breplica (?:watches|handbags)|\bessay writing|\bdiploma reconhecido/,
];

const SELLING = [
  /\bclique aqui|\bclick here|\bclaim\b|\bact now|\bplay now|\bpeça já|\bsaiba mais|\bcadastre-se/,
  /\bsó hoje|\blimited time|\boferta (?:imperdível|limitada)|\bpromoção|\bvagas limitadas/,
  /\bgarantid[oa]|\bguaranteed|\b100% (?:free|grátis|segur)/,
  /\bsem compromisso|\b(?:teste|cadastro) grátis|\bfree (?:quote|audit|trial|sample|shipping|sign ?up)/,
  /\baument(?:e|ar) (?:suas? vendas?|o (?:tráfego|engajamento))|\bincrease your (?:sales|traffic)|\bboost\b|\bmore leads|\bmais leads/,
  /\baffordable|\ba partir de r\$|\bpor apenas|\b(?:only|from|start at) \$\d|\d% off|\bbest (?:price|quality)/,
  /\bunsubscribe|\bopt[- ]out/,
  /\bt\.me\/|\bwhatsapp: ?\+?\d|\btelegram|\bbit\.ly\//,
  /\bdear (?:sir|webmaster|friend|owner)|\bprezado proprietário|\b(?:came across|was on|visited) your (?:web)?site/,
  /\bour (?:team|company|agency) offers|\bnossa (?:agência|empresa) oferece|\bwe (?:offer|are a \w+ (?:company|design)|are a manufacturer)/,
  /r\$ ?\d[\d.]* (?:por|ao) (?:dia|mês)|\$\d+ (?:per|a) (?:day|hour)|\d% (?:ao dia|weekly|de acerto)|!!!/,
];

/** Most messages match none of these: one expression instead of one for each. */
const ANY = new RegExp([...TRADE, ...SELLING].map(({ source }) => source).join('|'));

const FOREIGN = /[\u0400-\u04ff\u0600-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g;
const LOWER_WORD = /[a-zà-ÿ]{4}/;

/**
 * The reasons in a message itself, if together they are enough; the store adds `repeated`. No reason refuses or deletes
 * a message (product.md, section 4). What it catches and misses: docs/testing.md.
 */
export function findSpamReasons({ name, text }: Message, honeypot: unknown): SpamReason[] {
  const links = text.match(LINK)?.length ?? 0;
  const lower = text.toLowerCase();
  const countOf = (patterns: RegExp[]) => patterns.filter((pattern) => pattern.test(lower)).length;
  const weights: [SpamReason, number][] = [
    ['honeypot', honeypot !== undefined && honeypot !== null && honeypot !== '' ? SPAM_WEIGHT : 0],
    ['link_in_name', name.search(LINK) === -1 ? 0 : SPAM_WEIGHT],
    ['markup', MARKUP.test(text) || MARKUP.test(name) ? 3 : 0],
    ['links', links === 0 ? 0 : links < 4 ? 1 : links < 7 ? 2 : SPAM_WEIGHT],
    ['promotion', ANY.test(lower) ? 3 * Math.min(2, countOf(TRADE)) + countOf(SELLING) : 0],
    ['foreign_script', (text.match(FOREIGN)?.length ?? 0) > text.length / 3 ? 3 : 0],
    ['shouting', text.length > 30 && !LOWER_WORD.test(text) ? 1 : 0],
  ];
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return total < SPAM_WEIGHT ? [] : weights.filter(([, weight]) => weight > 0).map(([reason]) => reason);
}
