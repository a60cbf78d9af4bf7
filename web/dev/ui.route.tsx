import { useSearchParams } from 'react-router'
import { around } from './pieces-around.tsx'
import { filledIn } from './pieces-filled-in.tsx'
import { shown } from './pieces-shown.tsx'

/** Every component of `web/ui` in its states, by its file. */
export const pieces = { ...shown, ...filledIn, ...around }

const VIEWS = [
  { text: 'Claro', query: '?tema=light' },
  { text: 'Oscuro', query: '?tema=dark' },
  { text: '320 px', query: '?ancho=320' },
]

/** The mark by which scripts/check-sizes.ts would find this page in a build. */
const MARK = { 'data-dev-ui': '' }

/** `/dev/ui`, only in development (web/routes.ts). `tema` is light or dark; else the system's. */
export default function UiRoute() {
  const [query] = useSearchParams()
  if (query.has('ancho')) return <Phones />
  const theme = query.get('tema') ?? undefined
  return (
    <main
      style={{ colorScheme: theme }}
      className="min-h-dvh bg-paper p-4 text-ink sm:p-6"
      {...MARK}
    >
      <h1 className="text-2xl">Componentes</h1>
      <nav aria-label="Vistas" className="my-4 flex flex-wrap gap-4">
        {VIEWS.map(({ text, query: to }) => (
          <a key={to} href={to} target="_top" className="font-semibold text-bosque underline">
            {text}
          </a>
        ))}
      </nav>
      <div className="grid gap-10">
        {Object.entries(pieces).map(([file, piece]) => (
          <section key={file} aria-label={file} className="grid max-w-page gap-4">
            <p className="border-b border-line font-mono text-sm text-muted">{file}</p>
            {piece}
          </section>
        ))}
      </div>
    </main>
  )
}

/** Frames, because the width of the window decides how components look. */
function Phones() {
  return (
    <div className="flex flex-wrap gap-4 p-4">
      {['light', 'dark'].map((theme) => (
        <iframe
          key={theme}
          title={theme}
          src={`/dev/ui?tema=${theme}`}
          width={320}
          className="h-[95dvh] border border-line"
        />
      ))}
    </div>
  )
}
