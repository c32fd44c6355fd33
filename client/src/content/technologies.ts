export type TechnologyId =
  | 'nodejs'
  | 'type-script'
  | 'java-script'
  | 'reactjs'
  | 'html5'
  | 'css3'
  | 'mysql'
  | 'docker'
  | 'mongodb'
  | 'postgresql'
  | 'prisma'
  | 'python'
  | 'redux';

interface Technology {
  id: TechnologyId;
  name: string;
  officialSite: string;
}

/** The grid on Home, in this order. */
export const technologies = [
  { id: 'nodejs', name: 'Node.js', officialSite: 'https://nodejs.org/' },
  { id: 'type-script', name: 'TypeScript', officialSite: 'https://www.typescriptlang.org/' },
  { id: 'java-script', name: 'JavaScript', officialSite: 'https://tc39.es/ecma262/' },
  { id: 'reactjs', name: 'React', officialSite: 'https://react.dev/' },
  { id: 'html5', name: 'HTML5', officialSite: 'https://html.spec.whatwg.org/' },
  { id: 'css3', name: 'CSS3', officialSite: 'https://www.w3.org/Style/CSS/' },
  { id: 'mysql', name: 'MySQL', officialSite: 'https://www.mysql.com/' },
  { id: 'docker', name: 'Docker', officialSite: 'https://www.docker.com/' },
  { id: 'mongodb', name: 'MongoDB', officialSite: 'https://www.mongodb.com/' },
  { id: 'postgresql', name: 'PostgreSQL', officialSite: 'https://www.postgresql.org/' },
  { id: 'prisma', name: 'Prisma', officialSite: 'https://www.prisma.io/' },
  { id: 'python', name: 'Python', officialSite: 'https://www.python.org/' },
  { id: 'redux', name: 'Redux', officialSite: 'https://redux.js.org/' },
] satisfies Technology[];
