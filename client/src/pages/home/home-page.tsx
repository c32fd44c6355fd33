import { LivingLogo } from '../../components/logo.tsx';
import { Page } from '../../components/page.tsx';
import { Shore } from '../../components/shore.tsx';
import { home } from '../../content/home.ts';
import styles from './home-page.module.css';
import { TechnologyGrid } from './technology-grid.tsx';

/** `/inicio` */
export function HomePage() {
  return (
    <Page path="/inicio" title={home.title} description={home.description} heading={home.heading} layout="hero">
      <div className={styles.words}>
        {home.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className={styles.logo}>
        <LivingLogo />
      </div>
      <div className={styles.shore}>
        <Shore />
      </div>
      <div className={styles.sea}>
        <TechnologyGrid heading={home.technologiesHeading} />
      </div>
    </Page>
  );
}
