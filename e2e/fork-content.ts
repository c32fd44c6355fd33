/** The content of people who have made the site theirs, written into a folder that CONTENT_DIR names. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';

const SAMPLE = fileURLToPath(new URL('../client/sample-content', import.meta.url));

const LONG_NAME = 'Maria Antonieta Vasconcelos de Albuquerque Figueiredo Pradoo';
const LONG_WORD = 'Hipopotomonstrosesquipedaliofobia';
const SENTENCE =
  'Um projeto com **muitas palavras**, um [link](https://exemplo.com/) e um nome_de_arquivo_que_ninguém_quebraria_por_vontade_própria.ts';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z"/></svg>\n';

/** Fills every slot, most of them to the brim. */
export async function writeFullContent(folder: string): Promise<void> {
  cpSync(SAMPLE, folder, { recursive: true });
  mkdirSync(path.join(folder, 'public'));
  writeFileSync(path.join(folder, 'public/curriculo.pdf'), '%PDF-1.4\n');
  const photos = [
    { name: 'paisagem.jpg', width: 4000, height: 3000 },
    { name: 'tela.png', width: 1600, height: 900 },
    { name: 'retrato.webp', width: 900, height: 1600 },
    { name: 'pequena.gif', width: 120, height: 90 },
  ];
  for (const { name, width, height } of photos) {
    await sharp({ create: { width, height, channels: 3, background: 'gray' } }).toFile(
      path.join(folder, 'pictures', name),
    );
  }
  for (const name of ['cobol', 'erlang', 'fortran']) writeFileSync(path.join(folder, `pictures/${name}.svg`), ICON);

  write(folder, 'owner', {
    name: LONG_NAME,
    headline: 'engenheira de software, de dados e de tudo o que aparece pela frente',
    accent: '#1f6f43',
    email: 'maria.antonieta.vasconcelos@universidade-federal.exemplo.com.br',
    place: 'Balneário Camboriú, Santa Catarina',
    since: 'desde 2009',
    availability: 'aberta a propostas de trabalho remoto',
    cv: 'curriculo.pdf',
    photo: { image: 'retrato.webp', imageDescription: 'Maria sorri.', focus: '50% 20%' },
    linkedIn: 'https://www.linkedin.com/in/maria',
    ownSite: 'https://maria.exemplo.com.br/',
  });
  write(folder, 'home', {
    description: 'Portfólio de Maria.',
    text: `${SENTENCE}\n\n- um\n- ${LONG_WORD.repeat(3)}\n`,
  });
  write(folder, 'about', {
    description: 'A história de Maria.',
    sections: [
      { heading: LONG_WORD, text: `${SENTENCE}.\n\n1. primeiro\n2. segundo` },
      { heading: 'Curto', text: 'Só isto, e o [sétimo](/projetos#projeto-7).' },
    ],
    experience: [
      { role: `Engenheira de ${LONG_WORD}`, where: 'Empresa & Filhos', when: '2015 até hoje', text: SENTENCE },
      { role: 'Estágio', where: 'Outra', when: '2009' },
    ],
    mainTools: [LONG_WORD, 'Vela'],
    tools: Array.from({ length: 40 }, (_, index) =>
      index % 10 === 0 ? `${LONG_WORD} ${index}` : `Ferramenta ${index}`,
    ).concat('Vela'),
  });
  write(folder, 'projects', {
    description: 'Os projetos de Maria.',
    projects: Array.from({ length: 11 }, (_, index) => ({
      id: index + 1,
      image: photos[index % photos.length]?.name,
      imageDescription: `Tela ${index + 1}.`,
      title: index % 3 === 0 ? `${LONG_WORD} ${index}` : `Projeto ${index}`,
      ...(index % 4 === 0
        ? {}
        : { deploy: `https://${index}.exemplo.com/`, repository: `https://github.com/maria/${index}` }),
      ...(index % 2 === 0 ? { role: `Tela e ${LONG_WORD}, 2019` } : {}),
      description:
        index % 2 === 0 ? ['Curto.', ...(index === 6 ? ['Fim.'] : [])] : [SENTENCE, LONG_WORD.repeat(2), 'Fim.'],
      ...(index % 5 === 0 ? { tags: ['React', LONG_WORD, 'PostgreSQL'] } : {}),
      ...(index === 0 ? { storyPicture: { image: 'tela.png', imageDescription: 'O que mudou.' } } : {}),
      ...(index === 5 ? { story: `**O problema.** ${SENTENCE}` } : {}),
      ...([0, 6].includes(index)
        ? { story: `**O problema.** ${SENTENCE}\n\n- um\n- ${LONG_WORD.repeat(2)}\n\n**O resultado.** ${SENTENCE}` }
        : {}),
    })),
  });
  const technologies: { id: string }[] = parse(readFileSync(path.join(SAMPLE, 'technologies.yaml'), 'utf8'));
  const added = ['cobol', 'erlang', 'fortran'].map((id) => ({
    id,
    name: id === 'cobol' ? 'Common Business-Oriented Language' : id,
    officialSite: `https://${id}.exemplo.com/`,
    icon: `${id}.svg`,
  }));
  write(folder, 'technologies', [...technologies.slice(2), ...added]);
}

/** Fills in the least that there can be, and so many projects. */
export function writeSmallContent(folder: string, projects: number, owner = {}): void {
  cpSync(SAMPLE, folder, { recursive: true });
  write(folder, 'owner', { accent: '#ffffff', ownSite: 'preencher', ...owner });
  write(folder, 'home', { description: 'Eu.', text: 'Eu.' });
  write(folder, 'about', { description: 'Quem sou.', sections: [], tools: [] });
  write(folder, 'technologies', []);
  const project = { image: 'pixel-art.svg', imageDescription: 'Um barco.', title: 'Um' };
  write(folder, 'projects', {
    description: 'Projetos.',
    projects: Array.from({ length: projects }, (_, index) => ({ id: index + 1, ...project, description: ['Um.'] })),
  });
}

function write(folder: string, name: string, values: unknown) {
  writeFileSync(path.join(folder, `${name}.yaml`), stringify(values));
}
