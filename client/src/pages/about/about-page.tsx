import { owner } from 'owner-content/content.js';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { ContentPicture } from '../../components/content-picture.tsx';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { ProfileLine } from '../../components/profile-line.tsx';
import { RichText } from '../../components/rich-text.tsx';
import sandStyles from '../../components/sand.module.css';
import { SiteFooter } from '../../components/site-footer.tsx';
import storyStyles from '../../components/story.module.css';
import { Story } from '../../components/story.tsx';
import { WayOn } from '../../components/way-on.tsx';
import { about } from '../../content/about.ts';
import { home } from '../../content/home.ts';
import styles from './about-page.module.css';

const { mainTools = [] } = about;
// An owner may name all of them in `tools`.
const toolGroups = [
  { heading: about.mainToolsHeading, tools: mainTools },
  { heading: about.otherToolsHeading, tools: about.tools.filter((tool) => !mainTools.includes(tool)) },
].filter(({ tools }) => tools.length > 0);

export function AboutPage() {
  // A recruiter looks for the experience first.
  const [first, ...others] = about.sections;
  return (
    <>
      <Page path="/sobremim" content={about}>
        <div className={styles.story}>
          {owner.photo && (
            <figure className={styles.photo}>
              <ContentPicture
                picture={owner.photo.image}
                description={owner.photo.imageDescription}
                sizes="(width >= 40rem) 38vw, 90vw"
              />
              {owner.shortName && <figcaption>{owner.name}</figcaption>}
            </figure>
          )}
          {first && (
            <Story {...first}>
              {owner.availability && <Facts />}
              <ProfileLine />
            </Story>
          )}
          {about.experience && (
            <section className={storyStyles.section}>
              <h2>{about.experienceHeading}</h2>
              <ol className={styles.experience}>
                {about.experience.map(({ role, where, when, text }) => (
                  <li key={where + when}>
                    <h3>{role}</h3>
                    <p>{where}</p>
                    <p>{when}</p>
                    {text && <RichText text={text} />}
                  </li>
                ))}
              </ol>
            </section>
          )}
          {others.map((section) => (
            <Story key={section.heading} {...section} />
          ))}
        </div>
        <div className={sandStyles.sand}>
          {toolGroups.length > 0 && (
            <>
              <h2>{about.toolsHeading}</h2>
              <div className={styles.tools}>
                {toolGroups.map(({ heading, tools }) => (
                  <Fragment key={heading}>
                    {toolGroups.length > 1 && <h3>{heading}</h3>}
                    <ul className={styles.pebbles}>
                      {tools.map((tool) => (
                        <li key={tool}>{tool}</li>
                      ))}
                    </ul>
                  </Fragment>
                ))}
              </div>
            </>
          )}
          <WayOn invitation={about.invitation} to="/projetos" label={about.toProjects}>
            <Link to="/contato" viewTransition>
              {home.toContact}
            </Link>
          </WayOn>
        </div>
      </Page>
      <SiteFooter />
    </>
  );
}
