import { type AnimationEvent, type MouseEvent, startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { CONTENT_ID, Page } from '../../components/page.tsx';
import { SiteFooter } from '../../components/site-footer.tsx';
import { useIsHydrated } from '../../components/use-is-hydrated.ts';
import { WayOn } from '../../components/way-on.tsx';
import { home } from '../../content/home.ts';
import { projects, projectsPage } from '../../content/projects-page.ts';
import { CARDS_PER_PAGE, isOnPage, nextPageStart, previousPageStart } from './paging.ts';
import { CARD_ID, ProjectCard } from './project-card.tsx';
import styles from './projects-page.module.css';

/** In the first screen of a wide window; a narrow one has fewer. */
const FIRST_PICTURES = 2;

/** The page of cards that the visitor turned to last, and the entry of the history, for the way back to it. */
let left = { entry: '', start: 0 };

type Direction = 'next' | 'previous';

interface CardsPage {
  start: number;
  /** How it came; 'done' once its cards stand still, so that a change of the window moves them no more. */
  turned?: Direction | 'done';
}

/** All cards are in the document: CSS hides those of other pages, but not in a narrow window, in print and without scripts. */
export function ProjectsPage() {
  const { hash, key } = useLocation();
  // All entries that the router did not make have the same key.
  const entry = key + hash;
  const [{ start, turned }, setPage] = useState<CardsPage>({ start: left.entry === entry ? left.start : 0 });
  const total = projects.length;
  const end = Math.min(start + CARDS_PER_PAGE, total);

  // The card that a link of Home leads to. The HTML of the page is made without a fragment.
  const isHydrated = useIsHydrated();
  const chosen = projects.findIndex(({ id }) => isHydrated && hash === `#${CARD_ID}${id}`);
  useEffect(() => {
    if (chosen >= 0 && left.entry !== entry) setPage({ start: chosen - (chosen % CARDS_PER_PAGE) });
  }, [chosen, entry]);

  useEffect(() => {
    if (turned) left = { entry, start };
  }, [turned, entry, start]);

  function turn(to: Direction) {
    const findStart = to === 'next' ? nextPageStart : previousPageStart;
    // A transition, so that the pressed arrow is painted before the cards are laid out.
    startTransition(() => setPage((page) => ({ start: findStart(page.start, total), turned: to })));
  }

  function endTurn({ currentTarget }: AnimationEvent) {
    if (currentTarget.getAnimations({ subtree: true }).length === 0)
      setPage(({ start }) => ({ start, turned: 'done' }));
  }

  return (
    <>
      <Page path="/projetos" content={projectsPage}>
        {total > CARDS_PER_PAGE && (
          <div className={styles.paging}>
            <p role="status">{projectsPage.position(start + 1, end, total)}</p>
            <Arrow label={projectsPage.previous} path="M15 5l-7 7 7 7" onClick={() => turn('previous')} />
            <Arrow label={projectsPage.next} path="M9 5l7 7-7 7" onClick={() => turn('next')} />
          </div>
        )}
        {total === 0 ? (
          <p>{projectsPage.none}</p>
        ) : (
          <ul className={styles.cards} data-turned={turned} onAnimationEnd={endTurn}>
            {projects.map((project, index) => (
              <li key={project.id} className={styles.card} data-off-page={isOnPage(index, start) ? undefined : ''}>
                <ProjectCard project={project} isFirst={index < FIRST_PICTURES} isChosen={index === chosen} />
              </li>
            ))}
          </ul>
        )}
        {total > CARDS_PER_PAGE && (
          <p className={styles.toTop}>
            <a href={`#${CONTENT_ID}`} onClick={backToTop}>
              {projectsPage.backToTop}
            </a>
          </p>
        )}
        <WayOn question={projectsPage.question} to="/contato" label={home.toContact} />
      </Page>
      <SiteFooter />
    </>
  );
}

/** The link's own way would be an entry in the history, for which the router restores the place of before. */
function backToTop(event: MouseEvent) {
  event.preventDefault();
  scrollTo(0, 0);
  document.querySelector('h1')?.focus({ preventScroll: true });
}

function Arrow({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button className={styles.arrow} type="button" aria-label={label} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
