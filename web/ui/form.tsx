import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => unknown }

/** A form that the page itself checks and sends: the browser does neither. */
export function Form({ onSend, className = 'grid gap-4', ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    />
  )
}
