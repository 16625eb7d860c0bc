"""How many pictures of scenes matplotlib draws in a second: `peer_matplotlib.py SCENES.json
MILLISECONDS [PICTURE.png]`, the scenes as bench/scene.c writes them. The last one is written to
PICTURE.png, to look at.

What a person would write who wants these solids with this library: the same solids, colours, places
and camera, one figure for all pictures, no axes. Meshes are as fine as the defaults of three.js's
geometries, which is where round things begin to look round at this size; matplotlib's own default is
up to 50 x 50 faces a surface. What it leaves out: shadows, patterns and highlights. Which of two
solids hides the other is decided solid by solid, from their distance.
"""

import io
import json
import math
import sys
import time

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot
from matplotlib.colors import LightSource, to_rgb
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

WIDTH, HEIGHT, DPI = 640, 480, 100
AROUND, RISING = 32, 16  # parts of a circle, and of a ball from pole to pole
RING_AROUND, RING_TUBE = 48, 12
ROOM = 4.0  # half of the box that is shown
ZOOM = 2.3  # solids as large as in our pictures

def round_turn(parts):
    return np.linspace(0, 2 * math.pi, parts + 1)


def mesh_revolved(radii, heights, parts=AROUND):
    turns = round_turn(parts)
    return np.outer(radii, np.cos(turns)), np.outer(radii, np.sin(turns)), np.outer(heights, np.ones_like(turns))


def mesh_ball(thing):
    size, rises = thing["size"], np.linspace(0, math.pi, RISING + 1)
    return mesh_revolved(size * np.sin(rises), size - size * np.cos(rises))


def mesh_cylinder(thing):
    size, height = thing["size"], thing["height"]
    return mesh_revolved(np.array([size, size, 0]), np.array([0, height, height]))


def mesh_cone(thing):
    return mesh_revolved(np.array([thing["size"], 0]), np.array([0, thing["height"]]))


def mesh_ring(thing):
    tube, turns = thing["height"] / 2, round_turn(RING_TUBE)
    return mesh_revolved(thing["size"] - tube + tube * np.cos(turns), tube + tube * np.sin(turns), RING_AROUND)


def faces_cube(thing):
    size, height = thing["size"], thing["height"]
    base = [(-size, -size), (size, -size), (size, size), (-size, size)]
    sides = [[(*base[i], 0), (*base[(i + 1) % 4], 0), (*base[(i + 1) % 4], height), (*base[i], height)] for i in range(4)]
    return [*sides, [(*corner, height) for corner in base]]


def faces_pyramid(thing):
    size = thing["size"]
    base = [(-size, -size, 0), (size, -size, 0), (size, size, 0), (-size, size, 0)]
    return [[base[i], base[(i + 1) % 4], (0, 0, thing["height"])] for i in range(4)]


def faces_disc(thing):
    size = thing["size"]
    return [[(size * math.cos(turn), size * math.sin(turn), 0) for turn in round_turn(AROUND)]]


MESHES = {"ball": mesh_ball, "cylinder": mesh_cylinder, "cone": mesh_cone, "ring": mesh_ring}
FACES = {"cube": faces_cube, "pyramid": faces_pyramid, "disc": faces_disc}


def turned(thing, points):
    """Points in the scene: turned about the upright, then moved."""
    turn = math.radians(thing["turn"])
    matrix = np.array([[math.cos(turn), math.sin(turn), 0], [-math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    return np.asarray(points) @ matrix + np.array(thing["at"])


def draw_thing(axes, thing, light):
    if thing["solid"] in MESHES:
        x, y, z = MESHES[thing["solid"]](thing)
        at = thing["at"]
        axes.plot_surface(
            x + at[0], y + at[1], z + at[2], color=thing["colour"], lightsource=light, rstride=1, cstride=1
        )
        return
    faces = [turned(thing, face) for face in FACES[thing["solid"]](thing)]
    colours = [thing["colour"]] * len(faces)
    if thing["solid"] == "disc":
        axes.add_collection3d(Poly3DCollection(faces, facecolors=colours, alpha=0.3))
        return
    normals = [np.cross(face[1] - face[0], face[2] - face[0]) for face in faces]
    unit = np.array(normals) / np.linalg.norm(normals, axis=1)[:, None]
    shares = 0.4 + 0.6 * light.shade_normals(unit)
    colours = np.array(to_rgb(thing["colour"])) * shares[:, None]
    axes.add_collection3d(Poly3DCollection(faces, facecolors=colours))


def place_camera(axes, scene):
    way = np.array(scene["eye"]) - np.array(scene["target"])
    distance = np.linalg.norm(way)
    axes.view_init(elev=math.degrees(math.asin(way[2] / distance)), azim=math.degrees(math.atan2(way[1], way[0])))
    axes.set_proj_type("persp", focal_length=1 / math.tan(math.radians(scene["field"]) / 2))
    x, y, z = scene["target"]
    axes.set(xlim=(x - ROOM, x + ROOM), ylim=(y - ROOM, y + ROOM), zlim=(z - ROOM, z + ROOM))
    axes.set_box_aspect((1, 1, 1), zoom=ZOOM)
    axes.set_axis_off()


def draw(figure, scene):
    """One picture, as PNG in memory."""
    figure.clear()
    axes = figure.add_axes((0, 0, 1, 1), projection="3d")
    place_camera(axes, scene)
    x, y, z = scene["sun"]
    light = LightSource(azdeg=math.degrees(math.atan2(x, y)), altdeg=math.degrees(math.asin(z)))
    for thing in scene["things"]:
        draw_thing(axes, thing, light)
    png = io.BytesIO()
    figure.savefig(png, format="png", dpi=DPI)
    return png.getvalue()


def draw_for(figure, scenes, milliseconds):
    count, start = 0, time.process_time()
    while True:
        png = draw(figure, scenes[count % len(scenes)])
        if not png.startswith(b"\x89PNG"):
            raise SystemExit("savefig made no PNG")
        count += 1
        elapsed = time.process_time() - start
        if elapsed * 1e3 >= milliseconds:
            return {"count": count, "per_second": count / elapsed}, png


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit("usage: peer_matplotlib.py SCENES.json MILLISECONDS [PICTURE.png]")
    with open(sys.argv[1], encoding="utf-8") as file:
        scenes = json.load(file)
    milliseconds = float(sys.argv[2])
    figure = pyplot.figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI)
    draw_for(figure, scenes, milliseconds / 3)  # fonts are found and code is read
    result, png = draw_for(figure, scenes, milliseconds)
    if len(sys.argv) == 4:
        with open(sys.argv[3], "wb") as file:
            file.write(png)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
