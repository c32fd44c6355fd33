import type { Project } from '../../../build/content-schema.ts';
import { projectsPage } from '../../content/projects-page.ts';
import cardStyles from './project-card.module.css';
import { STORY_ID, StoryLinks, StoryPicture, StoryText } from './project-card.tsx';
import styles from './project-story.module.css';

/** How a project was made, with a picture: below the cards. */
export function ProjectStory({ project, next }: { project: Project; next?: Project | undefined }) {
  const { id, title } = project;
  return (
    <section className={styles.story} aria-labelledby={STORY_ID + id}>
      <h2 id={STORY_ID + id} tabIndex={-1}>
        {projectsPage.storyHeading(title)}
      </h2>
      <div className={styles.words}>
        <StoryText project={project} />
        <StoryLinks project={project} next={next} />
      </div>
      {project.storyPicture && (
        <div className={`${cardStyles.card} ${styles.picture}`}>
          <StoryPicture project={project} />
        </div>
      )}
    </section>
  );
}
