import { useLayoutEffect, useRef, useState } from 'react';
import { Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { projects } from '../../content/projects.ts';
import { projectsPage } from '../../content/projects-page.ts';
import { CARDS_PER_PAGE, isOnPage, nextPageStart, previousPageStart } from './paging.ts';
import { ProjectCard } from './project-card.tsx';
import styles from './projects-page.module.css';

/**
 * `/projetos`. Every card is always in the document: CSS hides those of other pages in a wide window, so that a narrow window, print
 * and a visitor without scripts have them all.
 */
export function ProjectsPage() {
  const [start, setStart] = useState(0);
  const [turned, setTurned] = useState<'next' | 'previous'>();
  const cards = useRef<HTMLUListElement>(null);
  const total = projects.length;
  const end = Math.min(start + CARDS_PER_PAGE, total);

  // A visitor may have turned the page before React took over (inline/wake.ts).
  useLayoutEffect(() => {
    const shown = [...(cards.current?.children ?? [])].findIndex((card) => !card.hasAttribute('data-off-page'));
    setStart(Math.max(0, shown));
  }, []);

  return (
    <>
      <Page
        path="/projetos"
        title={projectsPage.title}
        description={projectsPage.description}
        heading={projectsPage.heading}
      >
        <ul ref={cards} className={styles.cards} data-turned={turned}>
          {projects.map((project, index) => (
            <li
              key={project.id}
              className={styles.card}
              data-card
              data-off-page={isOnPage(index, start) ? undefined : ''}
            >
              <ProjectCard project={project} />
            </li>
          ))}
        </ul>
        {total > CARDS_PER_PAGE && (
          <div className={styles.paging}>
            <Arrow
              turn="previous"
              label={projectsPage.previous}
              path="M15 5l-7 7 7 7"
              onClick={() => {
                setTurned('previous');
                setStart(previousPageStart(start, total));
              }}
            />
            <p role="status">{projectsPage.position(start + 1, end, total)}</p>
            <Arrow
              turn="next"
              label={projectsPage.next}
              path="M9 5l7 7-7 7"
              onClick={() => {
                setTurned('next');
                setStart(nextPageStart(start, total));
              }}
            />
          </div>
        )}
      </Page>
      <SiteFooter />
    </>
  );
}

interface ArrowProps {
  turn: 'previous' | 'next';
  label: string;
  path: string;
  onClick: () => void;
}

function Arrow({ turn, label, path, onClick }: ArrowProps) {
  return (
    <button className={styles.arrow} type="button" data-turn={turn} aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
