import { Link } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import { RichText } from '../../components/rich-text.tsx';
import { useIsHydrated } from '../../components/use-browser.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { projectsPage } from '../../content/projects-page.ts';
import cardStyles from './project-card.module.css';
import { CARD_ID, ProjectLinks, STORY_ID, StoryDetails, StoryPicture } from './project-card.tsx';
import styles from './project-stories.module.css';

interface ProjectStoriesProps {
  projects: Project[];
  /** The fragment of the address, which may lead to a story. */
  hash: string;
}

/** Of each project what came of it; how it was made opens, with a picture. */
export function ProjectStories({ projects, hash }: ProjectStoriesProps) {
  const isHydrated = useIsHydrated();
  return (
    <section className={styles.stories} aria-labelledby="stories">
      <h2 id="stories">{projectsPage.storiesHeading}</h2>
      {projects.map((project) => (
        <section key={project.id}>
          <div className={styles.words}>
            <h3 id={STORY_ID + project.id} tabIndex={-1}>
              {project.title}
            </h3>
            {project.story?.result && <RichText text={project.story.result} />}
          </div>
          <StoryDetails project={project} isChosen={hash === `#${STORY_ID}${project.id}`}>
            <RichText text={project.story?.before ?? ''} />
            {project.storyPicture && (
              <div className={`${cardStyles.card} ${styles.picture}`}>
                {isHydrated && <StoryPicture project={project} />}
              </div>
            )}
            {project.tags && <p>{project.tags.join(', ')}</p>}
            <ProjectLinks project={project}>
              <Link to={`#${CARD_ID}${project.id}`}>
                {projectsPage.toCard}
                <VisuallyHidden>{` – ${project.title}`}</VisuallyHidden>
              </Link>
            </ProjectLinks>
          </StoryDetails>
        </section>
      ))}
    </section>
  );
}
