import type { Project } from '../../../build/content-schema.ts';
import { projectsPage } from '../../content/projects-page.ts';
import cardStyles from './project-card.module.css';
import { CardLink, ProjectLink, RepositoryLink, STORY_ID, StoryPicture, StoryText } from './project-card.tsx';
import styles from './project-story.module.css';

/** How a project was made and what came of it, with a picture: below the cards. */
export function ProjectStory({ project }: { project: Project }) {
  const { id, title, deploy, story } = project;
  return (
    <section className={styles.story} aria-labelledby={STORY_ID + id}>
      <h2 id={STORY_ID + id} tabIndex={-1}>
        {projectsPage.storyHeading(title)}
      </h2>
      <div className={styles.words}>
        <StoryText project={project} text={story ? story.before + story.result : ''} />
        <p className={cardStyles.links}>
          {deploy && <ProjectLink to={deploy} text={projectsPage.deploy} about={title} />}
          <RepositoryLink project={project} />
          <CardLink project={project} />
        </p>
      </div>
      {project.storyPicture && (
        <div className={`${cardStyles.card} ${styles.picture}`}>
          <StoryPicture project={project} />
        </div>
      )}
    </section>
  );
}
