import { brand } from '#web/lib/brand.ts'
import { canonical, organization, pageMeta } from '#web/lib/page-meta.ts'
import { Benefits } from './benefits.tsx'
import { Download } from './download.tsx'
import { Explore } from './explore.tsx'
import { Hero } from './hero.tsx'
import { Stats } from './stats.tsx'
import { Steps } from './steps.tsx'

/** A content page: it is served without the app's code (see web/root.tsx). */
export const handle = { content: true }

export function meta() {
  return pageMeta('/', organization(), {
    '@type': 'WebSite',
    name: brand.name,
    url: canonical('/'),
    inLanguage: 'es-CO',
  })
}

export default function Home() {
  return (
    <>
      <Hero />
      <div className="mx-auto grid w-full max-w-page gap-16 px-4 py-14 sm:px-6 sm:py-20">
        <Benefits />
        <Steps />
        <Explore />
        <Stats />
        <Download />
      </div>
    </>
  )
}
