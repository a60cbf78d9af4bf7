import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { steps } from './home-content.ts'

/** The three steps to a trip, drawn as three stops on the road line. */
export function Steps() {
  return (
    <section id="como-funciona" aria-labelledby="como-funciona-titulo">
      <h2 id="como-funciona-titulo" className="text-2xl sm:text-3xl">
        Cómo funciona
      </h2>
      <ol className="mt-6 grid md:grid-cols-3">
        {steps.map((step, row) => (
          <li key={step.title} className="relative flex gap-4 pb-8 md:block md:pr-8 md:pb-0">
            {row < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute top-4 bottom-0 left-4 w-1 rounded-full bg-bosque md:right-0
                  md:bottom-auto md:left-8 md:h-1 md:w-auto"
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                'relative grid size-9 shrink-0 place-items-center rounded-full ring-4 ring-inset',
                'font-display font-extrabold ring-bosque',
                row === steps.length - 1 ? 'bg-maiz text-on-maiz' : 'bg-surface text-ink',
              )}
            >
              {row + 1}
            </span>
            <div className="pt-0.5 md:pt-4">
              <h3 className="text-xl">{step.title}</h3>
              <p className="mt-1 text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-2 md:mt-6">
        <Link to={paths.howItWorks()}>Ver todos los pasos, para pasajeros y conductores</Link>
      </p>
    </section>
  )
}
