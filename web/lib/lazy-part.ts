import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react'
import { retryingImport } from './retrying-import.ts'

type PropsOf<Part> = Part extends FunctionComponent<infer Props> ? Props : never

/** A component of a module that is imported when it is first shown, as by `retryingImport`. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<FunctionComponent<PropsOf<Module[Name]>>> {
  return lazy(async () => ({
    default: (await retryingImport(load))[name] as FunctionComponent<PropsOf<Module[Name]>>,
  }))
}
