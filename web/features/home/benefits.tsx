import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { benefits } from './home-content.ts'

export function Benefits() {
  return (
    <section id="beneficios" aria-labelledby="beneficios-titulo">
      <h2 id="beneficios-titulo" className="text-2xl sm:text-3xl">
        Por qué viajar con Cupo
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title}>
            <Card className="h-full">
              <Icon aria-hidden="true" className="size-8 text-bosque" />
              <h3 className="mt-3 text-xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <Link to={paths.benefits()}>Conoce todos los beneficios</Link>
      </p>
    </section>
  )
}
