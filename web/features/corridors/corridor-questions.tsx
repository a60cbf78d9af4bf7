import { paths } from '#web/lib/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { questionsOf } from './corridor-words.ts'
import type { Corridor } from './corridors.ts'

/** Frequent questions about the corridor, and links to related pages. */
export function CorridorQuestions({ corridor }: { corridor: Corridor }) {
  const { from, to } = corridor
  return (
    <section aria-labelledby="preguntas-titulo">
      <h2 id="preguntas-titulo" className="text-2xl">
        Preguntas de esta ruta
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-5 lg:grid-cols-2">
        {questionsOf(corridor).map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={paths.corridor(to.slug, from.slug)}>
          De {to.name} a {from.name}
        </Link>
        <Link to={paths.publish({ from: from.id, to: to.id })}>
          ¿Vas en tu carro? Publica este viaje
        </Link>
        <Link to={paths.terms()}>Reglas de cancelación</Link>
      </p>
    </section>
  )
}
