import { Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { about } from '../../content/about.ts';
import styles from './about-page.module.css';

export function AboutPage() {
  return (
    <>
      <Page path="/sobremim" content={about}>
        <div className={styles.story}>
          {about.sections.map(({ heading, paragraphs }) => (
            <section key={heading} className={styles.section}>
              <h2>{heading}</h2>
              <div className={styles.paragraphs}>
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </section>
          ))}
        </div>
        <section className={styles.tools}>
          <h2>{about.toolsHeading}</h2>
          <ul className={styles.pebbles}>
            {about.tools.map((tool) => (
              <li key={tool}>{tool}</li>
            ))}
          </ul>
        </section>
      </Page>
      <SiteFooter />
    </>
  );
}
