import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import { BRAND_DATA, brand } from '#web/lib/brand.ts'
import { catchEarlyPress, repeatEarlyPress } from '#web/lib/early-press.ts'
import { homeHeight } from '#web/lib/home-height.ts'
import { endReload, openWanted, reloadLost } from '#web/lib/lost-code.ts'
import { OLD_BROWSER } from '#web/lib/static-pages.ts'
import { keepTexts } from '#web/lib/translated-texts.ts'
import { EndedSession } from '#web/shared/access/auth/ended-session.tsx'
import { AuthProvider } from '#web/shared/access/auth/session.tsx'
import { catchEarlyErrors } from '#web/shared/files/browser-reports/early-errors.ts'
import enhanceUrl from './enhance/enhance.ts?worker&url'
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx'
import styles from './styles/app.css?url'

export { RouteError as ErrorBoundary } from './features/shell/route-error.tsx'

export function links() {
  return [
    { rel: 'stylesheet', href: styles },
    // Only the font of texts: with both, the style sheet shares a slow connection with 42 kB.
    {
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      crossOrigin: 'anonymous' as const,
      href: figtree,
    },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/icons/icon-180.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
}

export const meta = () => [{ title: 'Cupo' }]

/* This script runs before the first paint, so that theme and links do not flash.
   `data-asks`: the query string contains a search. */
const beforePaint =
  catchEarlyErrors +
  'try{var d=document.documentElement.dataset,t;' +
  "if(/cupo_entered=1/.test(document.cookie))d.session='in';t=localStorage.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('auth_token'))d.session='in';" +
  "if(localStorage.getItem('auth_user_drives'))d.drives=''}" +
  "catch(e){}if(/[?&]from=\\d/.test(location.search))document.documentElement.dataset.asks='';" +
  homeHeight

/**
 * Leads browsers below web/lib/baseline.ts to a page that says so. They cannot read the app's code,
 * so this is written for any browser: container queries came with Chrome 105 and Firefox 110,
 * expressions that look behind with iOS 16.4.
 */
const oldBrowser =
  "try{if(!CSS.supports('container-type:size'))throw 0;RegExp('(?<=a)')}" +
  `catch(e){location.replace('${OLD_BROWSER}')}`

/**
 * Returns whether the page is a content page, a route with `handle = { content: true }`. Its
 * prerendered HTML is served without React, with only the few kB of web/enhance. After a navigation
 * inside the app, and in development, it is a normal React screen.
 */
function useIsDocument(): boolean {
  const matches = useMatches()
  if (!import.meta.env.SSR || import.meta.env.DEV) return false
  return matches.some(({ handle }) => (handle as { content?: true } | undefined)?.content)
}

/** Inline script of the HTML. It runs before hydration, so the client bundle omits its text. */
function EarlyScript({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant of this code.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** The company's data as JSON, for code in the browser. */
function BrandData() {
  const text = { __html: JSON.stringify(brand) }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server refuses values with markup.
  return <script id={BRAND_DATA} type="application/json" dangerouslySetInnerHTML={text} />
}

export function Layout({ children }: { children: ReactNode }) {
  const isDocument = useIsDocument()
  return (
    <html lang="es-CO" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbf8f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1613" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        <BrandData />
        <EarlyScript text={import.meta.env.SSR ? beforePaint : ''} />
        {!isDocument && <EarlyScript text={import.meta.env.SSR ? oldBrowser : ''} />}
        {!isDocument && <EarlyScript text={import.meta.env.SSR ? openWanted + reloadLost : ''} />}
        {!isDocument && <EarlyScript text={import.meta.env.SSR ? catchEarlyPress : ''} />}
        {!isDocument && <EarlyScript text={import.meta.env.SSR ? keepTexts() : ''} />}
      </head>
      <body className="font-sans antialiased">
        {children}
        {isDocument ? (
          <script type="module" src={enhanceUrl} />
        ) : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** Shown while the code of a screen that is not prerendered loads. */
export function HydrateFallback() {
  return <ShellSkeleton />
}

export default function Root() {
  useEffect(endReload, [])
  useEffect(repeatEarlyPress, [])
  return (
    <AuthProvider>
      <Outlet />
      <EndedSession />
    </AuthProvider>
  )
}
