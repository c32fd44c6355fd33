import { technologies, technologyIcons } from 'owner-content/content.js';
import { Link } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import { ContentPicture } from '../../components/content-picture.tsx';
import { LogoSun, LogoWaves, Shore } from '../../components/drawings.tsx';
import { Facts } from '../../components/facts.tsx';
import { NewTabLink } from '../../components/new-tab-link.tsx';
import { BackToTop, Page } from '../../components/page.tsx';
import { ProfileLine } from '../../components/profile-line.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { SeaSwitch } from '../../components/sea-switch.tsx';
import { useIsHydrated } from '../../components/use-browser.ts';
import { WayOn } from '../../components/way-on.tsx';
import waysStyles from '../../components/ways.module.css';
import { home } from '../../content/home.ts';
import { projects, projectsPage } from '../../content/projects-page.ts';
import cardStyles from '../projects/project-card.module.css';
import { CARD_ID, CardLines, ProjectLink, STORY_ID, StoryLink } from '../projects/project-card.tsx';
import styles from './home-page.module.css';
import gridStyles from './technology-grid.module.css';

const WORKS = 3;
/** What it is, and what came of it or the owner's second line. */
const WORK_LINES = 2;

export function HomePage() {
  const { words, name, headline } = home.greeting;
  const heading = (
    <>
      {words}{' '}
      {name && (
        <>
          <span translate="no">{name}</span>{' '}
        </>
      )}
      <span>{keepTogether(headline)}</span>
    </>
  );
  return (
    <Page path="/inicio" content={home} heading={heading}>
      <div className={styles.words}>
        <Facts />
        <RichText text={home.text} />
        <p className={waysStyles.ways}>
          <Link to="/projetos" viewTransition>
            {home.toProjects}
          </Link>
          <Link to="/contato" viewTransition>
            {home.toContact}
          </Link>
        </p>
        <ProfileLine />
      </div>
      <LogoSun />
      <div>
        <Shore />
        <div className={styles.sea}>
          <LogoWaves />
          {projects.length > 0 && (
            <section className={gridStyles.section} aria-labelledby="works">
              <h2 id="works">{home.worksHeading}</h2>
              <div className={styles.works}>
                {projects.slice(0, WORKS).map((project) => (
                  <Work key={project.id} project={project} />
                ))}
              </div>
              {projects.length > WORKS && (
                <p>
                  <Link to="/projetos" viewTransition>
                    {home.toAll}
                  </Link>
                </p>
              )}
            </section>
          )}
          {technologies.length > 0 && (
            <section className={gridStyles.section} aria-labelledby="technologies">
              <h2 id="technologies">{home.technologiesHeading}</h2>
              <ul className={gridStyles.grid}>
                {technologies.map(({ id, name, officialSite }) => (
                  <li key={id} data-technology={id}>
                    <NewTabLink to={officialSite} className={gridStyles.technology}>
                      <Icon href={`${import.meta.env.BASE_URL}${technologyIcons}#${id}`} />
                      {name}
                    </NewTabLink>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <div className={styles.end}>
            <WayOn invitation={home.invitation} to="/sobremim" label={home.toStory}>
              <Link to="/contato" viewTransition>
                {home.toContact}
              </Link>
            </WayOn>
            <SeaSwitch />
            <BackToTop />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Marks compounds as 'full-stack', in which no line ends if they fit in one. */
function keepTogether(text: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
  return text.split(/(\S+-\S+)/).map((part, index) => (index % 2 ? <span key={index}>{part}</span> : part));
}

function Work({ project }: { project: Project }) {
  const { id, title, image, role, tags, deploy, repository, repositoryLabel, story } = project;
  // Without a stand-in, as of the profiles.
  const [target] = [deploy, repository].filter((link) => typeof link === 'string');
  // In the HTML it would be in the first answer, or fetched before the first paint.
  const isPictureShown = useIsHydrated();
  return (
    <div>
      <div>{isPictureShown && <ContentPicture picture={image} description="" />}</div>
      <div>
        <h3>
          <Link to={`/projetos#${story ? STORY_ID : CARD_ID}${id}`} viewTransition>
            {title}
          </Link>
        </h3>
        <CardLines project={project} most={WORK_LINES} />
        <div className={styles.made}>
          <p>{role}</p>
          <p>{tags?.join(', ')}</p>
        </div>
        {(target || story) && (
          <p className={cardStyles.more}>
            {story && <StoryLink project={project} viewTransition />}
            {target && (
              <ProjectLink
                to={target}
                text={target === deploy ? projectsPage.deploy : (repositoryLabel ?? projectsPage.repository)}
                about={title}
              />
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** In the HTML the icon has no `href`: inline/late-script.ts sets it after the first paint. React does not hydrate the `noscript`. */
function Icon({ href }: { href: string }) {
  const address = import.meta.env.SSR ? { 'data-late-href': href } : { href };
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <use {...address} />
      </svg>
      <noscript>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <use href={href} />
        </svg>
      </noscript>
    </>
  );
}
