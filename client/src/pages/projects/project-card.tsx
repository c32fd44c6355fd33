import { NewTabLink } from '../../components/new-tab-link.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { Link } from '../../content/link.ts';
import type { Project } from '../../content/projects.ts';
import styles from './project-card.module.css';

export function ProjectCard({ project }: { project: Project }) {
  return (
    <article className={styles.card}>
      <img src={project.image} alt={project.imageDescription} width="320" height="240" {...whenToLoad(project.image)} />
      <h2>
        <ProjectLink to={project.deploy} text={project.title} />
      </h2>
      <ul className={styles.description} lang={project.descriptionLanguage}>
        {project.description.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <ProjectLink to={project.repository} text={project.repositoryLabel} about={project.title} />
      </p>
    </article>
  );
}

/** An inlined picture is painted together with the text; others are fetched when they are near. */
function whenToLoad(image: string) {
  return image.startsWith('data:') ? ({ decoding: 'sync' } as const) : ({ loading: 'lazy' } as const);
}

/** Without a target it is a placeholder link (HTML: `<a>` without `href`), which screen readers announce as disabled. */
function ProjectLink({ to, text, about }: { to: Link | null; text: string; about?: string }) {
  if (to !== null)
    return (
      <NewTabLink to={to}>
        {text}
        {about && <VisuallyHidden>{`: ${about}`}</VisuallyHidden>}
      </NewTabLink>
    );
  return (
    // biome-ignore lint/a11y: product.md, section 2, card 5 asks for it
    <a role="link" aria-disabled="true">
      {text}
    </a>
  );
}
