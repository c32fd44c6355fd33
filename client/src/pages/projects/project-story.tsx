import { Link } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import { ContentPicture } from '../../components/content-picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { projectsPage } from '../../content/projects-page.ts';
import cardStyles from './project-card.module.css';
import { CARD_ID, STORY_ID, StoryLinks, StoryText } from './project-card.tsx';
import styles from './project-story.module.css';

/** How a project was made, below the cards, with what came of it and a picture, as its card is out of sight. */
export function ProjectStory({ project, next }: { project: Project; next?: Project | undefined }) {
  const { id, title, story } = project;
  // Without scripts the cards' pictures stand above, and would be in the HTML twice.
  const pictured = project.storyPicture ?? (import.meta.env.SSR ? undefined : project);
  return (
    <section className={styles.story} aria-labelledby={STORY_ID + id}>
      <h2 id={STORY_ID + id} tabIndex={-1}>
        {projectsPage.storyHeading(title)}
      </h2>
      {!import.meta.env.SSR && <Link to={`#${CARD_ID}${id}`}>{projectsPage.close}</Link>}
      {story?.result && <RichText text={story.result} />}
      <div className={styles.words}>
        <StoryText project={project} />
        <StoryLinks project={project}>
          {next && next !== project && (
            <Link to={`#${STORY_ID}${next.id}`}>{projectsPage.toNextStory(next.title)}</Link>
          )}
        </StoryLinks>
      </div>
      {pictured && (
        <div className={`${cardStyles.card} ${styles.picture}`}>
          <ContentPicture picture={pictured.image} description={pictured.imageDescription} sizes="30rem" />
        </div>
      )}
    </section>
  );
}
