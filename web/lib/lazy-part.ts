import {
  createElement,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  Suspense,
} from 'react'
import { untilDone } from './until-done.ts'

type PropsOf<Part> = Part extends FunctionComponent<infer Props> ? Props : never

/** A component of a module that is imported when it is first shown, as by `untilDone`. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<FunctionComponent<PropsOf<Module[Name]>>> {
  return lazy(async () => ({
    default: (await untilDone(load))[name] as FunctionComponent<PropsOf<Module[Name]>>,
  }))
}

/** A lazy part in a boundary of its own: nothing stands in its place until it is loaded. */
export function quietPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<PropsOf<Module[Name]>> {
  const Part = lazy(async () => ({
    default: (await untilDone(load))[name] as FunctionComponent,
  }))
  // A function without a name of a component: it is made once for each part, not in a render.
  const inBoundary = (props: object) =>
    createElement(Suspense, { fallback: null }, createElement(Part, props))
  return inBoundary as FunctionComponent<PropsOf<Module[Name]>>
}
