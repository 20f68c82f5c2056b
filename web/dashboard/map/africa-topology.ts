import type { Feature, FeatureCollection, Geometry, MultiPolygon, Position } from 'geojson';
import { numericToAlpha2 } from 'i18n-iso-countries';
import { feature, merge } from 'topojson-client';
import { topology } from 'topojson-server';
import { planarRingArea, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, MultiPolygon as MultiPolygonArcs, Topology } from 'topojson-specification';
import naturalEarth from 'world-atlas/countries-50m.json';
import { ISLAND_STATES, MAPPED_CODES, type MappedCode } from '../../shared/african-countries';

export type AfricaTopology = Topology<{ africa: GeometryCollection<{ code: MappedCode }> }>;

type Pieces = Topology<{
  pieces: { type: 'GeometryCollection'; geometries: MultiPolygonArcs<{ code: string }>[] };
}>;

type Piece = Feature<MultiPolygon, { code: string }>;

/** A corner whose triangle with its neighbours is smaller is left out, in square degrees. */
const SMALLEST_CORNER = 0.002;

/** Grid lines each way that corners are rounded to. */
const GRID = 10_000;

/** The latitude that every country lies north of, but for South Africa's Prince Edward Islands. */
const SOUTHERN_EDGE = -36;

/** A latitude just north of the line between Morocco and Western Sahara (27°40′N), where Natural Earth has corners. */
const SAHARAN_LINE = 27.66;

/**
 * Africa from Natural Earth at 1:50 million, reduced to what a page can show. Computed when the page is built, where
 * the value takes the place of this module.
 */
export const africa = africaTopology();

function africaTopology(): AfricaTopology {
  const pieces: FeatureCollection = { type: 'FeatureCollection', features: naturalPieces().flatMap(divided) };
  const detailed = topology({ pieces }) as Pieces;
  const simplified = simplify(presimplify(detailed), SMALLEST_CORNER);
  const countries: FeatureCollection = {
    type: 'FeatureCollection',
    // Little would be left of the island states, and they share no border that could come apart.
    features: MAPPED_CODES.map((code) => country(code, ISLAND_STATES.includes(code) ? detailed : simplified)),
  };
  return topology({ africa: countries }, GRID) as AfricaTopology;
}

/** The countries of the world as Natural Earth draws them, with the code of the country that each belongs to. */
function naturalPieces(): Piece[] {
  const world = naturalEarth as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  return feature(world, world.objects.countries).features.map(({ id, properties: { name }, geometry }) => ({
    type: 'Feature',
    // Somaliland has no code: ISO 3166-1 and the United Nations have it in Somalia.
    properties: { code: name === 'Somaliland' ? 'SO' : (numericToAlpha2(id ?? '') ?? name) },
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry) },
  }));
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
}

/** Natural Earth has the part of Western Sahara that Morocco holds in Morocco; the United Nations draw it whole. */
function divided(piece: Piece): Piece[] {
  const outline = piece.geometry.coordinates[0]?.[0];
  if (piece.properties.code !== 'MA' || !outline) return [piece];
  const isSouth = ([, latitude = 0]: Position) => latitude < SAHARAN_LINE;
  const [first, last] = [outline.findIndex(isSouth), outline.findLastIndex(isSouth)];
  const south = [...outline.slice(first, last + 1), ...outline.slice(first, first + 1)];
  const north = [...outline.slice(0, first + 1), ...outline.slice(last)];
  return [pieceOf('MA', [[north]]), pieceOf('EH', [[south]])];
}

function country(code: MappedCode, source: Pieces): Piece {
  const { geometries } = source.objects.pieces;
  const { coordinates } = merge(
    source,
    geometries.filter(({ properties }) => properties?.code === code),
  );
  return pieceOf(code, coordinates.filter(isShown));
}

function pieceOf(code: string, coordinates: Position[][][]): Piece {
  return { type: 'Feature', properties: { code }, geometry: { type: 'MultiPolygon', coordinates } };
}

/** @param polygon its outline, then the outlines of its holes */
function isShown([outline = []]: Position[][]): boolean {
  return (
    planarRingArea(outline as [number, number][]) > SMALLEST_CORNER &&
    outline.every(([, latitude = 0]) => latitude > SOUTHERN_EDGE)
  );
}
