import { stats } from './home-content.ts'

export function Stats() {
  return (
    <section
      id="seguridad"
      aria-label="Cupo en cifras"
      className="rounded-card bg-band px-6 py-8 text-on-band sm:px-10"
    >
      <dl className="grid gap-6 text-center sm:grid-cols-3">
        {stats.map((stat) => (
          <div key={stat.figure} className="flex flex-col-reverse">
            <dt className="mt-1">{stat.text}</dt>
            <dd className="tnum font-display text-4xl font-extrabold">{stat.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
