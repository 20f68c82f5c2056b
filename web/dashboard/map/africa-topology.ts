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

/** The area of the smallest triangle between neighbouring points that simplification keeps, in square degrees. */
const MIN_TRIANGLE_AREA = 0.002;

/** Grid lines per axis; coordinates are rounded to the grid. In a map of 1,000 pixels two lines are a quarter of a pixel apart. */
const GRID_SIZE = 4_000;

/** South of all countries, but north of South Africa's Prince Edward Islands, which the map omits. */
const SOUTHERN_LIMIT = -36;

/** Just north of the border between Morocco and Western Sahara (27°40′N), where Natural Earth has points. */
const SAHARAN_BORDER = 27.66;

/** Africa from Natural Earth at 1:50 million, simplified. The build replaces this module by the computed value. */
export const africa = buildAfricaTopology();

function buildAfricaTopology(): AfricaTopology {
  const features = readNaturalEarth().flatMap(splitMorocco);
  const pieces: FeatureCollection = { type: 'FeatureCollection', features };
  const detailed = topology({ pieces }) as Pieces;
  const simplified = simplify(presimplify(detailed), MIN_TRIANGLE_AREA);
  const countries: FeatureCollection = {
    type: 'FeatureCollection',
    // Island states are not simplified: they would almost vanish, and they share no borders with simplified shapes.
    features: MAPPED_CODES.map((code) =>
      buildCountry(code, ISLAND_STATES.includes(code) ? detailed : simplified),
    ),
  };
  return topology({ africa: countries }, GRID_SIZE) as AfricaTopology;
}

/** Returns the shapes of Natural Earth, each with the code of the country that it belongs to. */
function readNaturalEarth(): Piece[] {
  const world = naturalEarth as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  return feature(world, world.objects.countries).features.map(({ id, properties: { name }, geometry }) => ({
    type: 'Feature',
    // Somaliland has no code of its own: ISO 3166-1 and the United Nations treat it as part of Somalia.
    properties: { code: name === 'Somaliland' ? 'SO' : (numericToAlpha2(id ?? '') ?? name) },
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry) },
  }));
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
}

/** Separates Western Sahara, as the United Nations do. Natural Earth draws the part that Morocco holds in Morocco. */
function splitMorocco(piece: Piece): Piece[] {
  const outline = piece.geometry.coordinates[0]?.[0];
  if (piece.properties.code !== 'MA' || !outline) return [piece];
  const isSouth = ([, latitude = 0]: Position) => latitude < SAHARAN_BORDER;
  const [first, last] = [outline.findIndex(isSouth), outline.findLastIndex(isSouth)];
  const south = [...outline.slice(first, last + 1), ...outline.slice(first, first + 1)];
  const north = [...outline.slice(0, first + 1), ...outline.slice(last)];
  return [pieceOf('MA', [[north]]), pieceOf('EH', [[south]])];
}

function buildCountry(code: MappedCode, source: Pieces): Piece {
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

function isShown([outline = []]: Position[][]): boolean {
  return (
    planarRingArea(outline as [number, number][]) > MIN_TRIANGLE_AREA &&
    outline.every(([, latitude = 0]) => latitude > SOUTHERN_LIMIT)
  );
}
