export interface About {
  title: string;
  description: string;
  heading: string;
  sections: { heading: string; paragraphs: string[] }[];
  toolsHeading: string;
  tools: string[];
}

export const about = {
  title: 'Sobre mim',
  description:
    'Quem eu sou: a vida no litoral sul do Brasil, a formação full-stack concluída em 2022 e as ferramentas que uso todo dia.',
  heading: 'Sobre mim',
  sections: [
    {
      heading: 'Perto do mar',
      paragraphs: [
        'Moro em uma cidade do litoral sul do Brasil, daquelas em que o vento muda o plano do dia. Morar perto do mar me ensinou a observar antes de agir, e levo isso para o trabalho: primeiro entender o problema, depois escrever o código.',
        'Fora da tela, gosto de caminhar na praia, de boas conversas e de aprender uma coisa nova sem pressa.',
      ],
    },
    {
      heading: 'Como cheguei até aqui',
      paragraphs: [
        'Em 2022 concluí um curso de desenvolvimento web full-stack. Foram meses de prática diária: HTML, CSS e JavaScript no começo, depois React, Node.js, bancos de dados, testes e trabalho em equipe.',
        'De lá para cá sigo estudando e construindo. Cada projeto deste portfólio nasceu da vontade de entender de verdade como uma parte da web funciona.',
      ],
    },
    {
      heading: 'O que gosto de construir',
      paragraphs: [
        'Gosto de fazer aplicações completas: formulários que ajudam em vez de atrapalhar, APIs que dizem com clareza o que deu errado e bancos de dados que não perdem nada.',
        'Tenho um carinho especial pelos detalhes que quase ninguém nota quando estão certos: acessibilidade, velocidade e textos escritos para gente.',
      ],
    },
  ],
  toolsHeading: 'Ferramentas',
  tools: [
    'JavaScript',
    'TypeScript',
    'Python',
    'NodeJs',
    'HTML5',
    'CSS3',
    'React',
    'Redux',
    'Docker',
    'Tailwind',
    'MySQL',
    'MongoDB',
    'PostgreSQL',
    'Sequelize',
    'Prisma',
  ],
} satisfies About;
