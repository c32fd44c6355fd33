import { type RouteObject, redirect } from 'react-router-dom';
import { SiteLayout } from './components/site-layout.tsx';
import { AboutPage } from './pages/about/about-page.tsx';
import { ContactPage } from './pages/contact/contact-page.tsx';
import { HomePage } from './pages/home/home-page.tsx';
import { ProjectsPage } from './pages/projects/projects-page.tsx';

/** No catch-all route and no error element (product.md, section 2): hosts answer unknown addresses with 404.html. */
export const routes: RouteObject[] = [
  { path: '/', loader: () => redirect('/inicio') },
  {
    Component: SiteLayout,
    children: [
      { path: '/inicio', Component: HomePage },
      { path: '/sobremim', Component: AboutPage },
      { path: '/projetos', Component: ProjectsPage },
      { path: '/contato', Component: ContactPage },
    ],
  },
];
