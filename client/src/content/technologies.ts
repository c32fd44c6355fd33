export interface Technology {
  /** Unique; lower-case letters, digits and hyphens. */
  id: string;
  name: string;
  officialSite: string;
  /** A name from the addresses of https://simpleicons.org, such as `vuedotjs`, or an SVG file in the folder images, such as `csharp.svg`. */
  icon: string;
}

export const technologies = [
  { id: 'nodejs', name: 'Node.js', officialSite: 'https://nodejs.org/', icon: 'nodedotjs' },
  { id: 'type-script', name: 'TypeScript', officialSite: 'https://www.typescriptlang.org/', icon: 'typescript' },
  { id: 'java-script', name: 'JavaScript', officialSite: 'https://tc39.es/ecma262/', icon: 'javascript' },
  { id: 'reactjs', name: 'React', officialSite: 'https://react.dev/', icon: 'react' },
  { id: 'html5', name: 'HTML5', officialSite: 'https://html.spec.whatwg.org/', icon: 'html5' },
  { id: 'css3', name: 'CSS3', officialSite: 'https://www.w3.org/Style/CSS/', icon: 'css' },
  { id: 'mysql', name: 'MySQL', officialSite: 'https://www.mysql.com/', icon: 'mysql' },
  { id: 'docker', name: 'Docker', officialSite: 'https://www.docker.com/', icon: 'docker' },
  { id: 'mongodb', name: 'MongoDB', officialSite: 'https://www.mongodb.com/', icon: 'mongodb' },
  { id: 'postgresql', name: 'PostgreSQL', officialSite: 'https://www.postgresql.org/', icon: 'postgresql' },
  { id: 'prisma', name: 'Prisma', officialSite: 'https://www.prisma.io/', icon: 'prisma' },
  { id: 'python', name: 'Python', officialSite: 'https://www.python.org/', icon: 'python' },
  { id: 'redux', name: 'Redux', officialSite: 'https://redux.js.org/', icon: 'redux' },
] satisfies Technology[];
