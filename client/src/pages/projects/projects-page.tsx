import { Fragment, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Project } from '../../../build/content-schema.ts';
import { Page } from '../../components/page.tsx';
import sandStyles from '../../components/sand.module.css';
import { SiteFooter } from '../../components/site-footer.tsx';
import { useIsHydrated, useIsNarrow } from '../../components/use-browser.ts';
import { WayOn } from '../../components/way-on.tsx';
import { home } from '../../content/home.ts';
import { projects, projectsPage } from '../../content/projects-page.ts';
import { CARDS_PER_PAGE, type Direction, readSwipe, splitIntoPages, turnPage } from './paging.ts';
import { CARD_ID, ProjectCard, STORY_ID } from './project-card.tsx';
import { ProjectStory } from './project-story.tsx';
import styles from './projects-page.module.css';

/** In the first screen of a wide window; a narrow one has fewer. */
const FIRST_PICTURES = 2;

const pages = splitIntoPages(projects);

/** Below a heading of their own where all cards are listed; on a phone with small pictures. */
const others = projects.length - CARDS_PER_PAGE;
const OTHERS_ID = 'outros';

/** All cards are in the document: CSS hides those of other pages, but not in a narrow window, in print and without scripts. */
export function ProjectsPage() {
  const location = useLocation();
  const isTurn = useNavigationType() === 'PUSH' && location.state;
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  // The HTML of the page is made without a query and a fragment.
  const { hash, search } = isHydrated ? location : { hash: '', search: '' };
  const chosen = projects.find(({ id }) => hash.endsWith(`-${id}`));
  const shown = findPage(search, chosen);
  // Below the list of all cards a story would be far from its own, and is in it.
  const isNarrow = useIsNarrow();
  const hasStory = chosen?.story && !isNarrow && hash.startsWith(`#${STORY_ID}`);
  const stories = projects.filter(({ story }) => story);
  const next = chosen && stories[(stories.indexOf(chosen) + 1) % stories.length];
  // The location whose cards stand still, so that a change of the window moves them no more.
  const [still, setStill] = useState<string>();
  const standing = shown || still ? 'done' : undefined;
  const turned: Direction | typeof standing = isTurn && still !== location.key ? location.state : standing;

  // The built page hides the cards of other pages, and has no story: then the browser has not found the address's place.
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    if (!target || document.activeElement !== document.body) return;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash]);

  // A step of the history, whose state says where its cards come from.
  function turn(to: Direction) {
    // The browser's address, as a second quick press comes before the first one is drawn.
    const page = turnPage(findPage(window.location.search, chosen), to, pages.length);
    void navigate(`?pagina=${page + 1}`, { state: to, preventScrollReset: true });
  }

  // Where it began to swipe.
  const finger = useRef<{ x: number; y: number }>(null);

  function startSwipe({ touches: { 0: touch, length } }: TouchEvent) {
    // Two fingers zoom, and one moves an enlarged page; where all cards are listed, there is nothing to turn.
    const isSwipe = length === 1 && visualViewport?.scale === 1 && !isNarrow;
    finger.current = isSwipe && touch && pages.length > 1 ? { x: touch.clientX, y: touch.clientY } : null;
  }

  function endSwipe({ changedTouches: { 0: touch } }: TouchEvent) {
    const start = finger.current;
    const to = start && touch && readSwipe(touch.clientX - start.x, touch.clientY - start.y);
    if (to) turn(to);
  }

  return (
    <>
      <Page path="/projetos" content={projectsPage}>
        {others > 1 && (
          <Link className={styles.toOthers} to={`#${OTHERS_ID}`}>
            {projectsPage.others(others)}
          </Link>
        )}
        {pages.length > 1 && (
          <div className={styles.paging}>
            <p role="status">
              {projectsPage.position(
                shown * CARDS_PER_PAGE + 1,
                Math.min((shown + 1) * CARDS_PER_PAGE, projects.length),
              )}
            </p>
            <Arrow label={projectsPage.previous} path="M15 5l-7 7 7 7" onClick={() => turn('previous')} />
            <Arrow label={projectsPage.next} path="M9 5l7 7-7 7" onClick={() => turn('next')} />
          </div>
        )}
        {pages.length === 0 ? (
          <p>{projectsPage.none}</p>
        ) : (
          <div
            className={styles.pages}
            data-turned={turned}
            onAnimationEnd={({ currentTarget }) => {
              if (currentTarget.getAnimations({ subtree: true }).length === 0) setStill(location.key);
            }}
            onTouchStart={startSwipe}
            onTouchEnd={endSwipe}
          >
            {pages.map((cards, page) => (
              <Fragment key={cards[0]?.id}>
                {others > 1 && page === 1 && (
                  <p className={styles.others} id={OTHERS_ID} tabIndex={-1}>
                    {projectsPage.others(others)}
                  </p>
                )}
                <ul className={styles.page} data-off-page={page === shown ? undefined : ''}>
                  {cards.map((project, index) => (
                    <li key={project.id} className={styles.card}>
                      <ProjectCard
                        project={project}
                        isFirst={page === 0 && index < FIRST_PICTURES}
                        isChosen={project === chosen && (isNarrow || hash.startsWith(`#${CARD_ID}`))}
                        hasStory={isNarrow}
                        isOpen={project === chosen && Boolean(hasStory)}
                      />
                    </li>
                  ))}
                </ul>
              </Fragment>
            ))}
          </div>
        )}
        {others > 1 && (
          <p className={styles.index}>
            {projectsPage.all}
            {projects.map((project) => (
              <Link
                key={project.id}
                to={`#${CARD_ID}${project.id}`}
                aria-current={pageOf(project) === shown || undefined}
              >
                {project.title}
              </Link>
            ))}
          </p>
        )}
        {/* React does not hydrate it: with the script there is the one that the address names. */}
        <noscript>
          {import.meta.env.SSR &&
            projects.map((project) => project.story && <ProjectStory key={project.id} project={project} />)}
        </noscript>
        <div className={hasStory ? sandStyles.sand : undefined}>
          {hasStory && <ProjectStory key={chosen.id} project={chosen} next={next} />}
          <WayOn invitation={projectsPage.invitation} to="/contato" label={home.toContact} />
        </div>
      </Page>
      <SiteFooter />
    </>
  );
}

/** The page that the query of an address names, or that of the card that its fragment names, or the first one. */
function findPage(search: string, chosen: Project | undefined): number {
  const number = Number(new URLSearchParams(search).get('pagina'));
  if (pages[number - 1]) return number - 1;
  return chosen ? pageOf(chosen) : 0;
}

function pageOf(project: Project): number {
  return Math.floor(projects.indexOf(project) / CARDS_PER_PAGE);
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
