import { Link } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import { RichText } from '../../components/rich-text.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { projectsPage } from '../../content/projects-page.ts';
import cardStyles from './project-card.module.css';
import { CardLink, ProjectLinks, STORY_ID, StoryPicture } from './project-card.tsx';
import styles from './project-story.module.css';

interface ProjectStoryProps {
  project: Project;
  /** Whose story it leads on to. */
  next?: Project | undefined;
}

/** How a project was made and what came of it, with a picture: below the cards. */
export function ProjectStory({ project, next }: ProjectStoryProps) {
  const { id, title, story } = project;
  return (
    <section className={styles.story} aria-labelledby={STORY_ID + id}>
      <h2 id={STORY_ID + id} tabIndex={-1}>
        {projectsPage.storyHeading(title)}
      </h2>
      <div className={styles.words}>
        <RichText text={story?.before ?? ''} />
        {story?.result && <RichText text={story.result} />}
        <ProjectLinks project={project}>
          <CardLink project={project} />
          {next && (
            <Link to={`#${STORY_ID}${next.id}`}>
              {projectsPage.nextStory}
              <VisuallyHidden>{` – ${next.title}`}</VisuallyHidden>
            </Link>
          )}
        </ProjectLinks>
      </div>
      {project.storyPicture && (
        <div className={`${cardStyles.card} ${styles.picture}`}>
          <StoryPicture project={project} />
        </div>
      )}
    </section>
  );
}
