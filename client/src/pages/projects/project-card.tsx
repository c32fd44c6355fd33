import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import type { RichText as RichTextHtml } from '../../../build/markdown.ts';
import { ContentPicture } from '../../components/content-picture.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { Link as Target } from '../../content/link.ts';
import { projectsPage } from '../../content/projects-page.ts';
import styles from './project-card.module.css';

/** Before the project's id, in addresses. */
export const CARD_ID = 'projeto-';
export const STORY_ID = 'historia-';

interface ProjectCardProps {
  project: Project;
  /** Whether its picture is in the first screen. */
  isFirst: boolean;
  /** Whether a link led to it. */
  isChosen: boolean;
  /** Whether its story is in the card. */
  hasStory: boolean;
  /** Whether its story is below the cards. */
  isOpen: boolean;
}

export function ProjectCard({ project, isFirst, isChosen, hasStory, isOpen }: ProjectCardProps) {
  const { id, title, story, storyPicture } = project;
  return (
    <article className={styles.card} id={CARD_ID + id} data-chosen={isChosen || undefined}>
      <ContentPicture
        picture={project.image}
        description={project.imageDescription}
        sizes={isFirst ? '(width > 480px) 45vw, 90vw' : undefined}
      />
      <h2 id={hasStory ? STORY_ID + id : undefined} tabIndex={-1}>
        <ProjectLink to={project.deploy ?? project.repository} text={title} />
      </h2>
      <CardLines project={project} />
      <div>
        {project.role && <p className={styles.role}>{project.role}</p>}
        {project.tags && (
          <ul className={styles.tags}>
            {project.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </div>
      <footer className={styles.links}>
        {story &&
          (hasStory ? (
            <details className={styles.story} open={isChosen}>
              <summary>
                <StoryLabel project={project} />
              </summary>
              <div>
                <StoryText project={project} />
                {storyPicture && (
                  <ContentPicture picture={storyPicture.image} description={storyPicture.imageDescription} />
                )}
                <StoryLinks project={project}>
                  <Link to={`#${CARD_ID}${id}`}>
                    {projectsPage.toCard}
                    <VisuallyHidden>{` – ${title}`}</VisuallyHidden>
                  </Link>
                </StoryLinks>
              </div>
            </details>
          ) : (
            <StoryLink project={project} {...(isOpen && { 'aria-expanded': true, to: `#${CARD_ID}${id}` })} />
          ))}
        <RepositoryLink project={project} />
      </footer>
    </article>
  );
}

/** What it is, and what came of it; or the owner's lines where no story says that, all or so many. */
export function CardLines({ project, most }: { project: Project; most?: number }) {
  return (
    <ul className={styles.lines} lang={project.descriptionLanguage}>
      {cardLines(project)
        .slice(0, most)
        .map((line) => (
          <RichText key={line} as="li" text={line} />
        ))}
    </ul>
  );
}

function cardLines({ description, story }: Project): RichTextHtml[] {
  return story?.result ? [...description.slice(0, 1), story.result] : description;
}

/** A story without what came of it, which stands above it, and before it the owner's lines that the card does not say. */
export function StoryText({ project }: { project: Project }) {
  const inCard = cardLines(project);
  const others = project.description.filter((line) => !inCard.includes(line));
  return (
    <>
      {others.length > 0 && (
        <ul lang={project.descriptionLanguage}>
          {others.map((line) => (
            <RichText key={line} as="li" text={line} />
          ))}
        </ul>
      )}
      <RichText text={project.story?.before ?? ''} />
    </>
  );
}

/** Nothing where the project has none. */
function RepositoryLink({ project: { repository, repositoryLabel, title } }: { project: Project }) {
  const label = repositoryLabel ?? (repository && projectsPage.repository);
  return label && <ProjectLink to={repository} text={label} about={title} />;
}

/** From a story to what it is about, and on. */
export function StoryLinks({ project, children }: { project: Project; children: ReactNode }) {
  const { title, deploy } = project;
  return (
    <p className={styles.links}>
      {deploy && <ProjectLink to={deploy} text={projectsPage.deploy} about={title} />}
      <RepositoryLink project={project} />
      {children}
    </p>
  );
}

/** To how a project was made. Given to React Router: the other properties, and `to`, which a card with an open story sets to close it. */
export function StoryLink({ project, ...link }: { project: Project } & Partial<LinkProps>) {
  return (
    <Link className={styles.toStory} to={`/projetos#${STORY_ID}${project.id}`} {...link}>
      <StoryLabel project={project} />
    </Link>
  );
}

function StoryLabel({ project }: { project: Project }) {
  return (
    <>
      {projectsPage.toStory}
      <VisuallyHidden>{` – ${project.title}`}</VisuallyHidden>
    </>
  );
}

/** Without a target it is a placeholder link (HTML: `<a>` without `href`), which screen readers announce as disabled. */
export function ProjectLink({ to, text, about }: { to: Target | undefined; text: string; about?: string }) {
  if (to !== undefined)
    return (
      <NewTabLink to={to}>
        {text}
        {about && <VisuallyHidden>{` – ${about}`}</VisuallyHidden>}
      </NewTabLink>
    );
  return (
    // biome-ignore lint/a11y: product.md, section 2, card 5 asks for it
    <a role="link" aria-disabled="true">
      {text}
    </a>
  );
}
